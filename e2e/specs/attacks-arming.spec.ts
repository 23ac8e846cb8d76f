import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { chainClient } from '../support/chainClient.ts'
import { frameAt } from '../support/frameAt.ts'
import {
  attackRequest,
  type FrameAttack,
  frameAttacks,
  isAttackable,
  longMessage,
  type Stage,
  undo,
} from '../support/frameAttacks.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'

const MODES = ['auto', 'window', 'frame'] as const
const KINDS = ['present', 'absent', 'lying'] as const

const stageOf = (host: HostPage, stack: Stack): Stage => ({
  inPage: (expression) => host.page.evaluate(expression),
  async inFrame(expression) {
    return (await frameAt(host.page, `${stack.origins.wallet}/frame`)).evaluate(expression)
  },
  async move(points) {
    for (const [x, y] of points) await host.page.mouse.move(x, y)
  },
  click: ([x, y]) => host.page.mouse.click(x, y),
  key: (name) => host.page.keyboard.press(name),
})

/** As browsers are in which IntersectionObserver v2 is missing, or says "visible" whatever lies there. */
async function withVisibility(page: Page, kind: (typeof KINDS)[number]): Promise<void> {
  await page.addInitScript((what) => {
    if (what === 'absent') Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
    if (what === 'lying')
      Object.defineProperty(IntersectionObserverEntry.prototype, 'isVisible', { get: () => true })
  }, kind)
}

/** Does one thing to a request that is on the screen, and puts all back as it was. */
async function attack(host: HostPage, stack: Stack, { act, request }: FrameAttack): Promise<void> {
  const { page } = host
  const stage = stageOf(host, stack)
  await startRequests(page, [attackRequest(request, await host.address())])
  await expect.poll(() => isAttackable(stage)).toBe(true)
  await act(stage)
  await undo(stage)
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.bringToFront()
  // Turned down, or ended already by what the page did to the frame.
  const close = host.dialog.getByRole('button', { name: 'Close' })
  await expect(async () => {
    await close.click({ timeout: 3_000 }).catch(() => undefined)
    await expect(host.dialog).toBeHidden({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  expect([4001, 4900]).toContain((await outcome(page)).code)
}

for (const mode of MODES)
  test.describe(`approvals: ${mode}`, () => {
    test.use({ world: { name: `arming-${mode}`, approvals: mode } })
    // Where there is no button in the frame, what the browser says of it decides nothing.
    for (const kind of mode === 'frame' ? KINDS : (['lying'] as const))
      test(`nothing that the page does to the frame sends anything: isVisible ${kind}`, async ({
        host,
        page,
        stack,
        email,
      }) => {
        await withVisibility(page, kind)
        await host.signIn(email)
        const address = (await host.address()) as `0x${string}`
        await stack.chain.setBalance(address, 10n ** 18n)
        // The page opens no window of the wallet's: all is tried on the frame.
        await page.evaluate(() => {
          window.open = () => null
        })
        for (const one of frameAttacks)
          if (mode !== 'frame' || !(one.unseen || (one.present && kind !== 'present')))
            await test.step(one.name, () => attack(host, stack, one))
        const chain = chainClient(stack)
        expect(await chain.getTransactionCount({ address })).toBe(0)

        // It was not the wallet that could do nothing.
        await startRequests(page, [attackRequest('transfer', address)])
        await host.approve()
        expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{64}$/)
        expect(await chain.getTransactionCount({ address })).toBe(1)
      })
  })

test('ids of the frame are others at each load; a long message is signed once its end has been read', async ({
  host,
  page,
  stack,
  email,
}) => {
  const stage = stageOf(host, stack)
  await host.signIn(email)
  const address = await host.address()
  const idsAtOneLoad = async (): Promise<string[]> => {
    await page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    await startRequests(page, [{ method: 'personal_sign', params: [toHex('Hello'), address] }])
    await expect.poll(() => isAttackable(stage)).toBe(true)
    const ids = await stage.inFrame(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)
    await host.reject()
    await outcome(page)
    await expect(host.dialog).toBeHidden()
    return (ids as string[]).filter((id) => id !== 'root')
  }
  await test.step('ids of the frame are others at each load', async () => {
    const first = await idsAtOneLoad()
    expect(first.length).toBeGreaterThan(0)
    expect((await idsAtOneLoad()).filter((id) => first.includes(id))).toEqual([])
  })

  await test.step('a long message', async () => {
    await startRequests(page, [{ method: 'personal_sign', params: [toHex(longMessage), address] }])
    await expect(host.frame.getByText('Read to the end')).toBeVisible()
    await expect(host.frame.locator('[data-armed]')).toHaveAttribute('data-armed', 'false')
    await host.approve()
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
  })
})
