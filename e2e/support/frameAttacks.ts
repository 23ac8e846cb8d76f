import { friend } from './chainClient.ts'
import { toHex } from './provider.ts'
import { tokenCalls } from './tokenCalls.ts'

export type Point = readonly [x: number, y: number]

/** A browser with the demo's page and the wallet's frame in it, whichever browser that is. */
export type Stage = {
  /** Runs an expression in the host's page; what it gives must be JSON. */
  inPage(expression: string): Promise<unknown>
  /** The same in the wallet's frame. */
  inFrame(expression: string): Promise<unknown>
  /** Moves a real mouse from point to point, in CSS pixels of the page. */
  move(points: readonly Point[]): Promise<void>
  /** Presses and releases it there. */
  click(at: Point): Promise<void>
  key(name: 'Space' | 'Enter'): Promise<void>
  /** ms that a visitor rests before a click. Default 900. */
  rests?: number
}

type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number }

/** The one element in the frame that a click on the page is meant for: Approve, or what opens the wallet's own window. */
const TARGET = `document.querySelector('[data-variant="primary"], [data-variant="danger"]')`
const BOX = `(({ left, top, right, bottom, width, height }) => ({ left, top, right, bottom, width, height }))`

const inModal = (selector: string) =>
  `document.querySelector('latchkey-modal').shadowRoot.querySelector(${JSON.stringify(selector)})`

/** What a hostile page can do to the frame, or to the element that holds it. */
const style = ({ inPage }: Stage, css: string, selector = 'iframe') =>
  inPage(`void (${inModal(selector)}.style.cssText = ${JSON.stringify(css)})`)

async function frameBox({ inPage }: Stage): Promise<Box> {
  const told = (await inPage(`${BOX}(${inModal('iframe')}.getBoundingClientRect())`)) as Box
  const [room, zoom] = (await inPage(`[innerWidth, Number(${inModal('iframe')}.style.zoom) || 1]`)) as Point
  if (told.left < room) return told
  // WebKit tells the box of what is zoomed in pixels of its own.
  return Object.fromEntries(Object.entries(told).map(([side, length]) => [side, length * zoom])) as Box
}

/** Of what is pressed, in CSS pixels of the frame. */
const targetBox = async ({ inFrame }: Stage) =>
  (await inFrame(`${BOX}(${TARGET}.getBoundingClientRect())`)) as Box

const within = (low: number, high: number, place: number) => Math.max(low, Math.min(high, place))

/** The middle of what is pressed, on the page, at whatever size that shows the frame; the nearest place where it is cut off. */
async function middleOf(stage: Stage): Promise<Point> {
  const [frame, inner] = [await frameBox(stage), await targetBox(stage)]
  const scale = frame.width / Number(await stage.inFrame('innerWidth'))
  return [
    within(frame.left + 1, frame.right - 1, frame.left + ((inner.left + inner.right) / 2) * scale),
    within(frame.top + 1, frame.bottom - 1, frame.top + ((inner.top + inner.bottom) / 2) * scale),
  ]
}

/**
 * Nobody clicks faster than this, ms, and an attacker can wait: Chromium takes no click for a frame that has moved within half a
 * second, and the wallet none of a mouse that came within 700 ms.
 */
const rest = ({ inPage, rests = 900 }: Stage) => inPage(`new Promise((done) => setTimeout(done, ${rests}))`)

const comes = (stage: Stage, [x, y]: Point, step = 5) =>
  stage.move([8, 7, 6, 5, 4, 3, 2, 1, 0].map((left) => [x - left * step, y - (left * step) / 2]))

/** A visitor who is about to press a button of the page's own: the mouse comes, rests and clicks. */
async function clicks(stage: Stage, at: Point, step = 5): Promise<void> {
  await comes(stage, at, step)
  await rest(stage)
  await stage.click(at)
}

export type FrameAttack = {
  name: string
  /** No test in a frame can tell: pages that the operator vouches for are not to be feared (docs/security.md). */
  unseen?: true
  /**
   * Left out where `isVisible` tells nothing: a mouse that the browser's protocol moves is told at a wrong place on the screen in
   * a frame that a transform scales. A hand's is told at the right one, and that rule is in `arming.test.ts`.
   */
  present?: true
  request: 'transfer' | 'danger' | 'long message'
  act(stage: Stage): Promise<unknown>
}

const hiddenBy = (name: string, css: string): FrameAttack => ({
  name: `hidden by ${name}`,
  unseen: true,
  request: 'transfer',
  async act(stage) {
    await style(stage, css)
    await style(stage, css, '.lk-frame-layer')
    await clicks(stage, await middleOf(stage))
    await stage.key('Space')
  },
})

const clippedTo = (name: string, polygon: (target: Box) => string): FrameAttack => ({
  name,
  unseen: true,
  request: 'transfer',
  async act(stage) {
    await style(stage, `clip-path:polygon(${polygon(await targetBox(stage))})`)
    await clicks(stage, await middleOf(stage))
  },
})

const shrunkBy = (name: string, css: string): FrameAttack => ({
  name: `shown at a twentieth of its size by ${name}`,
  request: 'transfer',
  async act(stage) {
    const { width, height } = await frameBox(stage)
    await style(stage, `${css};width:${width}px!important;height:${height}px!important`)
    await clicks(stage, await middleOf(stage), 1 / 4)
  },
})

/** The ways in which a page can have a click sent to the wallet without anybody having seen what it does. */
export const frameAttacks: readonly FrameAttack[] = [
  hiddenBy('a mask', 'mask-image:linear-gradient(transparent,transparent)'),
  clippedTo('cut off by a clip path but for its button', ({ left, top, right, bottom }) =>
    [`${left}px ${top}px`, `${right}px ${top}px`, `${right}px ${bottom}px`, `${left}px ${bottom}px`].join(),
  ),
  clippedTo(
    'with a hole cut by a clip path where it says what is sent',
    ({ top }) =>
      `evenodd,0 0,100% 0,100% 100%,0 100%,0 0,2px 2px,2px ${top - 2}px,calc(100% - 2px) ${top - 2}px,calc(100% - 2px) 2px,2px 2px`,
  ),
  hiddenBy('an outline', 'outline:2000px solid white;outline-offset:-2000px'),
  {
    name: 'moved under a mouse that is about to click something else',
    request: 'transfer',
    async act(stage) {
      const at = await middleOf(stage)
      await style(stage, 'translate:0 -120px')
      // It rests on the page's own button, which stands where the frame is not.
      await comes(stage, at)
      await style(stage, '')
      await rest(stage)
      await stage.click(at)
    },
  },
  {
    name: 'under a mouse that never came',
    request: 'transfer',
    async act(stage) {
      await rest(stage)
      await stage.click(await middleOf(stage))
    },
  },
  { ...shrunkBy('transform', 'transform:scale(.05)'), present: true },
  shrunkBy('zoom', 'zoom:.05'),
  {
    name: 'cut off but for its button',
    request: 'transfer',
    async act(stage) {
      const [frame, { left, top }] = [await frameBox(stage), await targetBox(stage)]
      await style(
        stage,
        `position:absolute;width:${frame.width}px!important;height:${frame.height}px!important;min-width:0!important;max-width:none!important;max-height:none!important;left:${-left}px!important;top:${-top}px!important;right:auto!important;bottom:auto!important;border:0`,
      )
      await style(stage, 'overflow:hidden;width:186px;height:52px;position:fixed', '.lk-frame-layer')
      await clicks(stage, await middleOf(stage))
      await stage.key('Space')
    },
  },
  {
    name: 'led by its fragment to what has to be ticked',
    request: 'danger',
    async act(stage) {
      const ids = (await stage.inFrame(
        `[...document.querySelectorAll('[id]')].map(({ id }) => id)`,
      )) as string[]
      for (const id of ids) {
        const fragment = JSON.stringify(`#${id}`)
        await stage.inPage(
          `void ((frame) => frame.contentWindow.location.replace(frame.src.split('#')[0] + ${fragment}))(${inModal('iframe')})`,
        )
        await stage.key('Space')
        const ticked = await stage.inFrame(`document.querySelectorAll('input:checked').length`)
        if (ticked !== 0) throw new Error('A fragment has led a key to the box of a danger.')
      }
    },
  },
  {
    name: 'whose message was not read to its end',
    request: 'long message',
    async act(stage) {
      await clicks(stage, await middleOf(stage))
      await stage.key('Enter')
    },
  },
]

export const longMessage = `${'A line that says nothing.\n'.repeat(80)}I give away all that I have.`

/** What the page asks the wallet for. */
export function attackRequest(request: FrameAttack['request'], from: string) {
  if (request === 'long message') return { method: 'personal_sign', params: [toHex(longMessage), from] }
  const call =
    request === 'danger'
      ? tokenCalls.approve(friend, (2n ** 256n - 1n) / 10n ** 6n)
      : { to: friend, value: '0x1' }
  return { method: 'eth_sendTransaction', params: [{ from, ...call }] }
}

const WAITS = `document.querySelector('[data-armed="true"], [data-end], input[type="checkbox"]') !== null || /Review this in the wallet’s window|Read to the end/.test(document.body.textContent)`

/** Settles within 3 s. To ask a frame takes the focus from it in WebKit, and what was without it arms a second later. */
const WAITS_SOON = `new Promise((done) => {
  const until = Date.now() + 3000
  const look = () => {
    const waits = ${TARGET}?.getBoundingClientRect().width > 0 && (${WAITS})
    if (waits || Date.now() > until) done(waits)
    else setTimeout(look, 50)
  }
  look()
})`

/** Whether the frame is on the screen. */
export const isShown = async ({ inPage }: Stage): Promise<boolean> =>
  (await inPage(`${inModal('iframe')}?.getBoundingClientRect().width > 0`)) === true

/** Whether a request is on the screen, with its button armed or with what keeps it from being armed. */
export const isAttackable = async (stage: Stage): Promise<boolean> =>
  (await isShown(stage)) && (await stage.inFrame(WAITS_SOON)) === true

/** Takes away what an attack has done to the page. */
export async function undo(stage: Stage): Promise<void> {
  for (const selector of ['iframe', '.lk-frame-layer'])
    await style(stage, '', selector).catch(() => undefined)
}
