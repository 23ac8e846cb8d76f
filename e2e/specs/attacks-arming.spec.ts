import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { chainClient, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'

const MODES = ['auto', 'window', 'frame'] as const
const KINDS = ['present', 'absent', 'lying'] as const
type Mode = (typeof MODES)[number]

/** The one element in the frame that a click on the page is meant for: Approve, or what opens the wallet's own window. */
const target = ({ frame }: HostPage) => frame.locator('[data-variant="primary"]')
const wallet = ({ page }: HostPage, stack: Stack) => {
  const found = page.frames().find((frame) => frame.url().startsWith(`${stack.origins.wallet}/frame`))
  if (!found) throw new Error('There is no frame')
  return found
}

/** What a hostile page can do to the element that holds the wallet's frame, and to the frame. */
const style = (page: Page, css: string, selector = '.lk-frame-layer') =>
  page.evaluate(
    ([text, part]) => {
      const root = document.querySelector('latchkey-modal')?.shadowRoot
      const element = root?.querySelector<HTMLElement>(part as string)
      if (!element) throw new Error('The modal has another structure')
      element.style.cssText = text as string
    },
    [css, selector],
  )

/** As browsers are in which IntersectionObserver v2 is missing, or says "visible" whatever lies there. */
async function withVisibility(page: Page, kind: (typeof KINDS)[number]): Promise<void> {
  await page.addInitScript((what) => {
    if (what === 'absent') Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
    if (what === 'lying')
      Object.defineProperty(IntersectionObserverEntry.prototype, 'isVisible', { get: () => true })
  }, kind)
}

async function middleOf(host: HostPage): Promise<[number, number]> {
  const box = await target(host).boundingBox()
  if (!box) throw new Error('It has no place')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** A visitor who is about to press a button of the page's own: the mouse comes, rests and clicks. */
async function clicks(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x - 40, y - 25)
  await page.mouse.move(x, y, { steps: 8 })
  await page.mouse.click(x, y)
}

type Attack = {
  name: string
  /** No test in a frame can tell: pages that the operator vouches for are not to be feared (docs/security.md). */
  unseen?: true
  /** The message to be signed; default: a transfer. */
  message?: string
  act(host: HostPage, stack: Stack): Promise<unknown>
}

const hiddenBy = (name: string, css: string): Attack => ({
  name: `hidden by ${name}`,
  unseen: true,
  async act(host) {
    await style(host.page, css, 'iframe')
    await style(host.page, css)
    await host.settled()
    await clicks(host.page, await middleOf(host))
    await host.page.keyboard.press('Space')
  },
})

const shrunkBy = (name: string, css: string): Attack => ({
  name: `shown at a twentieth of its size by ${name}`,
  async act(host) {
    await style(host.page, css)
    const [x, y] = await middleOf(host)
    for (const step of [9, 6, 3, 0]) await host.page.mouse.move(x - step / 3, y - step / 6)
    await host.page.mouse.click(x, y)
  },
})

const ATTACKS: readonly Attack[] = [
  hiddenBy('a mask', 'mask-image:linear-gradient(transparent,transparent)'),
  hiddenBy('a clip path', 'clip-path:polygon(0 0,1px 0,1px 1px,0 1px)'),
  hiddenBy(
    'a clip path with a hole',
    'clip-path:path(evenodd,"M0 0H2000V2000H0ZM1 1V1999H1999V1ZM0 0H1V1H0Z")',
  ),
  hiddenBy('an outline', 'outline:2000px solid white;outline-offset:-2000px'),
  {
    name: 'moved under a mouse that is about to click something else',
    async act(host) {
      const [x, y] = await middleOf(host)
      // It rests on the page's own button, which stands where the frame is not.
      await style(host.page, 'translate:0 -120px', 'iframe')
      await host.settled()
      await host.page.mouse.move(x - 30, y - 6)
      await host.page.mouse.move(x, y, { steps: 8 })
      await style(host.page, '', 'iframe')
      await host.page.mouse.click(x, y)
    },
  },
  {
    name: 'under a mouse that never came',
    async act(host) {
      await host.settled()
      await host.page.mouse.click(...(await middleOf(host)))
    },
  },
  shrunkBy('transform', 'transform:scale(.05)'),
  shrunkBy('zoom', 'zoom:.05'),
  {
    name: 'cut off but for its button',
    async act(host) {
      const [x, y] = await middleOf(host)
      const frame = await host.page.locator('.lk-frame-layer').boundingBox()
      if (!frame) throw new Error('The frame has no place')
      const [left, top] = [93 - (x - frame.x), 26 - (y - frame.y)]
      await style(host.page, 'overflow:hidden;width:186px;height:52px;position:fixed')
      await style(
        host.page,
        `position:absolute;width:${frame.width}px!important;height:${frame.height}px!important;min-width:0!important;max-width:none!important;max-height:none!important;left:${left}px!important;top:${top}px!important;right:auto!important;bottom:auto!important;border:0`,
        'iframe',
      )
      await host.settled()
      await clicks(host.page, await middleOf(host))
      await host.page.keyboard.press('Space')
    },
  },
  {
    name: 'led by its fragment',
    async act(host, stack) {
      const ids = await wallet(host, stack).evaluate(() =>
        [...document.querySelectorAll('[id]')].map(({ id }) => id),
      )
      for (const id of ids) {
        await host.page.evaluate((fragment) => {
          const iframe = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('iframe')
          iframe?.contentWindow?.location.replace(`${iframe.src.split('#')[0]}#${fragment}`)
        }, id)
        await host.page.keyboard.press('Space')
      }
    },
  },
  {
    name: 'whose message was not read to its end',
    message: `${'A line that says nothing.\n'.repeat(80)}I give away all that I have.`,
    async act(host) {
      await clicks(host.page, await middleOf(host))
      await host.page.keyboard.press('Enter')
    },
  },
]

/** Does one thing to a request that is on the screen, and puts all back as it was. */
async function attack(host: HostPage, stack: Stack, mode: Mode, { act, message }: Attack): Promise<void> {
  const { page } = host
  const from = await host.address()
  await startRequests(page, [
    message
      ? { method: 'personal_sign', params: [toHex(message), from] }
      : { method: 'eth_sendTransaction', params: [{ from, to: friend, value: '0x1' }] },
  ])
  await expect(target(host)).toBeVisible()
  if (mode === 'frame' && !message) await expect(target(host)).toHaveAttribute('data-armed', 'true')
  await act(host, stack)
  for (const selector of ['.lk-frame-layer', 'iframe']) await style(page, '', selector).catch(() => undefined)
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.bringToFront()
  // Turned down, or ended already by what the page did to the frame.
  const close = host.dialog.getByRole('button', { name: 'Close' })
  await close.click({ timeout: 3_000 }).catch(() => undefined)
  expect([4001, 4900]).toContain((await outcome(page)).code)
  await expect(host.dialog).toBeHidden()
}

for (const mode of MODES)
  test.describe(`approvals: ${mode}`, () => {
    test.use({ world: { name: `arming-${mode}`, approvals: mode } })
    // Where there is no button in the frame, what the browser says of it decides nothing.
    for (const kind of mode === 'window' ? (['lying'] as const) : KINDS)
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
        for (const one of ATTACKS)
          if (mode !== 'frame' || !one.unseen) await test.step(one.name, () => attack(host, stack, mode, one))
        const chain = chainClient(stack)
        expect(await chain.getTransactionCount({ address })).toBe(0)

        // It was not the wallet that could do nothing.
        await startRequests(page, [
          { method: 'eth_sendTransaction', params: [{ from: address, to: friend, value: '0x1' }] },
        ])
        await host.approve()
        expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{64}$/)
        expect(await chain.getTransactionCount({ address })).toBe(1)
      })
  })

test('ids of the frame are others at each load', async ({ host, stack, email }) => {
  const idsAtOneLoad = async (): Promise<string[]> => {
    const params = [toHex('Hello'), await host.address()]
    await startRequests(host.page, [{ method: 'personal_sign', params }])
    await expect(target(host)).toBeVisible()
    const ids = await wallet(host, stack).evaluate(() =>
      [...document.querySelectorAll('[id]')].map(({ id }) => id),
    )
    return ids.filter((id) => id !== 'root')
  }
  await host.signIn(email)
  const first = await idsAtOneLoad()
  await host.reject()
  expect(first.length).toBeGreaterThan(0)
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'connected')
  expect((await idsAtOneLoad()).filter((id) => first.includes(id))).toEqual([])
})

test('a long message is signed once its end has been read', async ({ host, page, email }) => {
  await host.signIn(email)
  const text = `${'A line that says nothing.\n'.repeat(80)}I give away all that I have.`
  await startRequests(page, [{ method: 'personal_sign', params: [toHex(text), await host.address()] }])
  await expect(host.frame.getByText('Read to the end')).toBeVisible()
  await expect(target(host)).toHaveAttribute('data-armed', 'false')
  await host.approve()
  expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
})
