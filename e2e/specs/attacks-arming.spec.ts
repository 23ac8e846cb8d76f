import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { chainClient, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'
import { tokenCalls } from '../support/tokenCalls.ts'

const MODES = ['auto', 'window', 'frame'] as const
const KINDS = ['present', 'absent', 'lying'] as const
type Mode = (typeof MODES)[number]

/** The one element in the frame that a click on the page is meant for: Approve, or what opens the wallet's own window. */
const target = ({ frame }: HostPage) => frame.locator('[data-variant="primary"], [data-variant="danger"]')
const card = ({ frame }: HostPage) => frame.getByText('Review this in the wallet’s window')
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

/**
 * Nobody clicks faster than this, ms, and an attacker can wait: Chromium takes no click for a frame that has moved within half a
 * second, and the wallet none of a mouse that came within 700 ms.
 */
const rest = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(done, 900)))

/** A visitor who is about to press a button of the page's own: the mouse comes, rests and clicks. */
async function clicks(page: Page, [x, y]: readonly [number, number], step = 5): Promise<void> {
  await page.mouse.move(x - 8 * step, y - 5 * step)
  await page.mouse.move(x, y, { steps: 8 })
  await rest(page)
  await page.mouse.click(x, y)
}

const transfer = (from: string) => ({
  method: 'eth_sendTransaction',
  params: [{ from, to: friend, value: '0x1' }] as unknown[],
})
/** A danger, which has to be ticked. */
const approveEverything = (from: string) => ({
  method: 'eth_sendTransaction',
  params: [{ from, ...tokenCalls.approve(friend, (2n ** 256n - 1n) / 10n ** 6n) }] as unknown[],
})
const long = `${'A line that says nothing.\n'.repeat(80)}I give away all that I have.`

type Attack = {
  name: string
  /** No test in a frame can tell: pages that the operator vouches for are not to be feared (docs/security.md). */
  unseen?: true
  /**
   * Left out where `isVisible` tells nothing: the protocol's mouse is told at a wrong place on the screen in a frame that a
   * transform scales. A hand's is told at the right one, and that rule is in `arming.test.ts`.
   */
  present?: true
  /** Default: a transfer. */
  request?(from: string): { method: string; params: unknown[] }
  act(host: HostPage, stack: Stack): Promise<unknown>
}

const hiddenBy = (name: string, css: string): Attack => ({
  name: `hidden by ${name}`,
  unseen: true,
  async act(host) {
    await style(host.page, css, 'iframe')
    await style(host.page, css)
    await clicks(host.page, await middleOf(host))
    await host.page.keyboard.press('Space')
  },
})

const iframeOf = ({ page }: HostPage) => page.locator('iframe[title="Wallet"]')

/** The box of what is pressed, within the frame. */
async function boxInFrame(host: HostPage) {
  const [inner, outer] = await Promise.all([target(host).boundingBox(), iframeOf(host).boundingBox()])
  if (!inner || !outer) throw new Error('It has no place')
  const [left, top] = [inner.x - outer.x, inner.y - outer.y]
  return { left, top, right: left + inner.width, bottom: top + inner.height, outer }
}

const shrunkBy = (name: string, css: string): Attack => ({
  name: `shown at a twentieth of its size by ${name}`,
  async act(host) {
    const { left, top, right, bottom, outer } = await boxInFrame(host)
    const size = `width:${outer.width}px!important;height:${outer.height}px!important`
    await style(host.page, `${css};${size}`, 'iframe')
    const box = await iframeOf(host).boundingBox()
    if (!box) throw new Error('It has no place')
    const scale = box.width / outer.width
    const middle = [box.x + ((left + right) / 2) * scale, box.y + ((top + bottom) / 2) * scale] as const
    await clicks(host.page, middle, 1 / 4)
  },
})

const ATTACKS: readonly Attack[] = [
  hiddenBy('a mask', 'mask-image:linear-gradient(transparent,transparent)'),
  {
    name: 'cut off by a clip path but for its button',
    unseen: true,
    async act(host) {
      const { left, top, right, bottom } = await boxInFrame(host)
      const points = [
        `${left}px ${top}px`,
        `${right}px ${top}px`,
        `${right}px ${bottom}px`,
        `${left}px ${bottom}px`,
      ]
      await style(host.page, `clip-path:polygon(${points})`, 'iframe')
      await clicks(host.page, await middleOf(host))
    },
  },
  {
    name: 'with a hole cut by a clip path where it says what is sent',
    unseen: true,
    async act(host) {
      const { top } = await boxInFrame(host)
      const hole = `0 0,100% 0,100% 100%,0 100%,0 0,2px 2px,2px ${top - 2}px,calc(100% - 2px) ${top - 2}px,calc(100% - 2px) 2px,2px 2px`
      await style(host.page, `clip-path:polygon(evenodd,${hole})`, 'iframe')
      await clicks(host.page, await middleOf(host))
    },
  },
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
      await rest(host.page)
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
  { ...shrunkBy('transform', 'transform:scale(.05)'), present: true },
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
      await clicks(host.page, await middleOf(host))
      await host.page.keyboard.press('Space')
    },
  },
  {
    name: 'led by its fragment to what has to be ticked',
    request: (from) => approveEverything(from),
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
        expect(await host.frame.getByRole('checkbox', { checked: true }).count()).toBe(0)
      }
    },
  },
  {
    name: 'whose message was not read to its end',
    request: (from) => ({ method: 'personal_sign', params: [toHex(long), from] }),
    async act(host) {
      await clicks(host.page, await middleOf(host))
      await host.page.keyboard.press('Enter')
    },
  },
]

/** Does one thing to a request that is on the screen, and puts all back as it was. */
async function attack(
  host: HostPage,
  stack: Stack,
  mode: Mode,
  { act, request = transfer }: Attack,
): Promise<void> {
  const { page } = host
  await startRequests(page, [request(await host.address())])
  await expect(target(host)).toBeVisible()
  const unread = host.frame.getByText('Read to the end')
  const armed = host.frame.locator('[data-armed="true"]')
  const box = host.frame.getByRole('checkbox')
  if (mode === 'frame') await expect(armed.or(unread).or(box).or(card(host)).first()).toBeVisible()
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
        for (const one of ATTACKS)
          if (mode !== 'frame' || !(one.unseen || (one.present && kind !== 'present')))
            await test.step(one.name, () => attack(host, stack, mode, one))
        const chain = chainClient(stack)
        expect(await chain.getTransactionCount({ address })).toBe(0)

        // It was not the wallet that could do nothing.
        await startRequests(page, [transfer(address)])
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
  const reload = async () => {
    await host.page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'connected')
  }
  await host.signIn(email)
  await reload()
  const first = await idsAtOneLoad()
  expect(first.length).toBeGreaterThan(0)
  await host.reject()
  await reload()
  expect((await idsAtOneLoad()).filter((id) => first.includes(id))).toEqual([])
})

test('a long message is signed once its end has been read', async ({ host, page, email }) => {
  await host.signIn(email)
  await startRequests(page, [{ method: 'personal_sign', params: [toHex(long), await host.address()] }])
  await expect(host.frame.getByText('Read to the end')).toBeVisible()
  await expect(target(host)).toHaveAttribute('data-armed', 'false')
  await host.approve()
  expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
})
