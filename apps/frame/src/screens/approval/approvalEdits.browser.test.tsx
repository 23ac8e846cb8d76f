import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { applyTheme } from '../../host/sync.ts'
import { approve, armed, content, details, Screen, type Told, viewOf } from '../../testing/approvalScreen.tsx'

describe('choosing the fee', () => {
  const change = (name: string | RegExp) => page.getByRole('button', { name })
  const speeds = () => page.getByRole('radiogroup', { name: 'How fast' })

  test('opens a group of choices with what each costs; one click chooses', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-native', told)} told={told} />)
    await expect.element(speeds()).not.toBeInTheDocument()
    await expect.element(change(/Normal/)).toHaveAttribute('aria-expanded', 'false')
    await change(/Normal/).click()
    await expect.element(change(/Normal/)).toHaveAttribute('aria-expanded', 'true')
    await expect.element(page.getByRole('radio', { name: /^Normal/ })).toBeChecked()
    await expect.element(page.getByRole('radio', { name: /^Fast.*Soonest.*ETH.*at most.*ETH/ })).toBeVisible()
    await page.getByRole('radio', { name: /^Fast/ }).click()
    expect(told).toEqual(['fee fast'])
  })

  test('arrow keys choose, and a script does not', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-native', told)} told={told} />)
    await change(/Normal/).click()
    const normal = page.getByRole('radio', { name: /^Normal/ })
    await expect.element(normal).toBeVisible()
    ;(normal.element() as HTMLInputElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(told).toEqual(['fee fast'])
    ;(page.getByRole('radio', { name: /^Slow/ }).element() as HTMLInputElement).click()
    expect(told).toEqual(['fee fast'])
  })

  test('nothing is chosen while the request is prepared', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-native', told, { phase: 'preparing' })} told={told} />)
    await change(/Normal/).click()
    await page.getByRole('radio', { name: /^Fast/ }).click({ force: true })
    expect(told).toEqual([])
  })

  test('what the site set is named as such', async () => {
    await render(<Screen shown={content('fee-own', [])} told={[]} />)
    await change(/Set by the site/).click()
    await expect.element(page.getByRole('radio', { name: /^Set by the site/ })).toBeChecked()
    expect(speeds().element().querySelectorAll('input')).toHaveLength(4)
  })

  test('says what storing it on Ethereum costs', async () => {
    await render(<Screen shown={content('fee-storing', [])} told={[]} />)
    await details().click()
    const note = page.getByText(/at most .*ETH.*of the fee is for storing it on Ethereum/)
    await expect.element(note).toBeVisible()
    await change(/Normal/).click()
    await expect.element(page.getByRole('radio', { name: /at most [^,]*$/ }).first()).toBeVisible()
  })

  test('says everywhere that it is not all where that is not known, and keeps nobody from approving', async () => {
    const told: Told = []
    await render(<Screen shown={content('fee-storing-unknown', told)} told={told} />)
    await expect.element(page.getByText('The fee may be higher')).toBeVisible()
    await change(/Normal/).click()
    for (const name of ['Slow', 'Normal', 'Fast'])
      await expect
        .element(
          page.getByRole('radio', { name: new RegExp(`^${name}.*and what storing it on Ethereum costs`) }),
        )
        .toBeVisible()
    await armed()
    await approve().click()
    expect(told).toEqual(['approve 0x00'])
  })
})

describe('lowering what others may take', () => {
  const open = async (told: Told) => {
    await render(<Screen shown={content('approval-cap', told)} told={told} />)
    await page.getByRole('button', { name: 'Set a limit' }).click()
    return page.getByRole('textbox', { name: 'At most, in USDC' })
  }

  test('to what the account has, by one click', async () => {
    const told: Told = []
    await render(<Screen shown={content('approval-cap', told)} told={told} />)
    await page.getByRole('button', { name: 'Only what I have' }).click()
    expect(told).toEqual(['cap 0 1250500000'])
  })

  test('to a number that is typed, with the token’s own decimals', async () => {
    const told: Told = []
    const field = await open(told)
    await field.fill('12.5')
    await userEvent.keyboard('{Enter}')
    expect(told).toEqual(['cap 0 12500000'])
    await expect.element(field).not.toBeInTheDocument()
  })

  test.each<[string, RegExp]>([
    ['', /Enter a number/],
    ['1e5', /Enter a number/],
    ['0.0000001', /with 6 decimal places at most/],
    ['0', /more than 0/],
    [`${2n ** 256n - 1n}`, /Enter a number/],
  ])('%j is refused with the reason', async (text, reason) => {
    const told: Told = []
    const field = await open(told)
    await field.fill(text)
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect.element(page.getByText(reason)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(told).toEqual([])
  })

  test('more than was asked for is refused', async () => {
    const told: Told = []
    const view = viewOf('approval-cap')
    const [cap] = view.caps ?? []
    const caps = cap ? [{ ...cap, asked: 10_000_000n, current: 5_000_000n, unlimited: false }] : []
    await render(<Screen shown={{ ...content('approval-cap', told), view: { ...view, caps } }} told={told} />)
    await page.getByRole('button', { name: 'Set a limit' }).click()
    const field = page.getByRole('textbox', { name: 'At most, in USDC' })
    await expect.element(field).toHaveValue('5')
    await field.fill('10.000001')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect.element(page.getByText('The site asked for 10 USDC at most.')).toBeVisible()
    await page.getByRole('button', { name: 'As the site asked' }).click()
    expect(told).toEqual(['cap 0 10000000'])
  })
})

test.each([
  ['the choice of a fee', 'fee-own', /Change/, 'radiogroup'],
  ['the field for a limit', 'approval-cap', /Set a limit/, 'textbox'],
] as const)('%s has no fault that axe knows once it is open', async (_, name, button, opened) => {
  applyTheme(document.documentElement, { themeMode: 'dark', accent: undefined })
  document.documentElement.lang = 'en'
  document.documentElement.toggleAttribute('data-shown', true)
  const { container } = await render(<Screen shown={content(name, [])} told={[]} />)
  await page.getByRole('button', { name: button }).click()
  await expect.element(page.getByRole(opened)).toBeVisible()
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  const { violations } = await axe.run(container, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
})

describe('an address that imitates another', () => {
  const group = () => page.getByRole('textbox', { name: 'Group 2 of the address you mean' })

  test('is approved only after the group that tells them apart was typed', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-lookalike', told)} told={told} />)
    await expect.element(page.getByText('Type the group at the end to continue.')).toBeVisible()
    await group().fill('0000')
    await expect.element(page.getByText(/does not match the address here/)).toBeVisible()
    await approve().click({ force: true })
    expect(told).toEqual([])
    await group().fill('7970')
    await armed()
    await approve().click()
    expect(told).toEqual(['approve 0x00'])
  })
})

test('two addresses that imitate others need both groups, and a tick for what else can be lost', async () => {
  const told: Told = []
  const view = viewOf('send-lookalike')
  const [first] = view.warnings
  if (!first?.typed) throw new Error('It imitates')
  const second = { ...first, typed: { group: 3, text: 'abcd' } }
  const other = { ...first, typed: undefined, risk: { key: 'risk.lost' } as const }
  const { typed: _, ...ticked } = other
  const shown = { ...content('send-lookalike', told), view: { ...view, warnings: [first, second, ticked] } }
  await render(<Screen shown={shown} told={told} />)
  await page.getByRole('textbox', { name: /^Group 2/ }).fill('7970')
  await page.getByRole('checkbox').click()
  await approve().click({ force: true })
  expect(told).toEqual([])
  await page.getByRole('textbox', { name: /^Group 3/ }).fill('ABCD')
  await armed()
  await page.getByRole('textbox', { name: /^Group 2/ }).fill('797')
  await approve().click({ force: true })
  expect(told).toEqual([])
  await page.getByRole('textbox', { name: /^Group 2/ }).fill('7970')
  await armed()
  await approve().click()
  expect(told).toEqual(['approve 0x00'])
})

describe('several steps', () => {
  const rows = () => document.querySelectorAll('.fr-call')

  test('stand in a list of their own, each with its recipient in full', async () => {
    await render(<Screen shown={content('calls-three', [])} told={[]} />)
    expect(rows()).toHaveLength(3)
    expect(rows()[1]?.textContent).toContain('125.5 USDC')
    expect(rows()[1]?.textContent?.replaceAll(/\s/g, '')).toContain(
      '70997970C51812dc3A010C7d01b50e0d17dc79C8',
    )
    expect(page.getByRole('button', { name: /Show all/ }).query()).toBeNull()
  })

  test('more than five are folded, unless something to be warned of were', async () => {
    const view = viewOf('calls-eight')
    const harmless = (view.calls ?? []).map(({ level: _, ...call }) => call)
    const shown = { ...content('calls-eight', []), view: { ...view, calls: harmless } }
    const { unmount } = await render(<Screen shown={shown} told={[]} />)
    expect(rows()).toHaveLength(5)
    await page.getByRole('button', { name: 'Show all 8 steps' }).click()
    await expect.poll(rows).toHaveLength(8)
    await unmount()
    await render(<Screen shown={content('calls-eight', [])} told={[]} />)
    expect(rows()).toHaveLength(8)
  })
})

describe('transactions that wait', () => {
  test('can be sped up or stopped first', async () => {
    const told: Told = []
    await render(<Screen shown={content('pending-notice', told)} told={told} />)
    await expect.element(page.getByText('1 transaction is waiting to be confirmed')).toBeVisible()
    await page.getByRole('button', { name: 'Speed up' }).click()
    await page.getByRole('button', { name: 'Stop it' }).click()
    expect(told).toEqual(['speedUp', 'cancel'])
  })

  test('the person’s own request names no site as the one who asks', async () => {
    await render(<Screen shown={content('pending-speed-up', [], { own: true })} told={[]} />)
    await expect.element(page.getByText('You asked for this yourself.')).toBeVisible()
    expect(page.getByRole('region', { name: 'Asked by' }).query()).toBeNull()
  })
})
