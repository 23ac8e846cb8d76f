import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  approve,
  armed,
  content,
  details,
  holdableClock,
  Screen,
  type Told,
} from '../../testing/approvalScreen.tsx'
import { approvalViews } from '../../workbench/approvalStates.ts'

/** Once the first request is answered, the second comes up in its place. */
function TwoRequests({ told, now, next }: { told: Told; now: () => number; next?: string }) {
  const [id, setId] = useState('first')
  const answer = () => {
    told.push(id)
    setId('second')
  }
  const state = id === 'second' && next !== undefined ? next : 'message-text'
  const shown = content(state, told, { id, onApprove: answer, onReject: answer })
  return <Screen shown={shown} told={told} now={now} />
}

const element = () => approve().element() as HTMLButtonElement

describe('at 320 px', () => {
  beforeEach(() => page.viewport(320, 640))
  afterEach(() => page.viewport(414, 896))

  test.each(Object.keys(approvalViews))('%s shows every address in full', async (state) => {
    await render(<Screen shown={content(state, [])} told={[]} />)
    for (const address of document.querySelectorAll('.lk-address[data-form="long"]')) {
      const groups = [...address.querySelectorAll('span')].map((group) => group.getBoundingClientRect())
      const right = Math.max(...groups.map((group) => group.right))
      expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth - 16)
      expect(Math.min(...groups.map((group) => group.left))).toBeGreaterThanOrEqual(16)
    }
  })
})

/** The browser's own input, and where the middle of an element is for it. */
function inputAt(target: Element) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const scale = frame.width === 0 ? 1 : frame.width / window.innerWidth
  const { x, y, width, height } = target.getBoundingClientRect()
  const place = { x: frame.x + (x + width / 2) * scale, y: frame.y + (y + height / 2) * scale }
  const session = cdp() as unknown as { send(method: string, params: unknown): Promise<unknown> }
  return { session, place }
}

/** A finger: it comes down in the middle of the button, and is lifted so far from there. */
async function touch(target: Element, { slide = 0 } = {}): Promise<void> {
  const { session, place } = inputAt(target)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await finger('touchStart', [place])
  for (let way = 8; way <= slide; way += 8) await finger('touchMove', [{ x: place.x, y: place.y - way }])
  await finger('touchEnd', [])
}

/** A mouse of the browser itself: it presses where the button stands now, and lets go there. */
async function pressAndHold(target: Element): Promise<() => Promise<void>> {
  const { session, place } = inputAt(target)
  const mouse = async (type: 'mousePressed' | 'mouseReleased') => {
    await session.send('Input.dispatchMouseEvent', { type, button: 'left', clickCount: 1, ...place })
  }
  await mouse('mousePressed')
  return () => mouse('mouseReleased')
}

describe('rejecting', () => {
  test('a press counts though the button moves before it ends', async () => {
    const told: Told = []
    const screen = await render(<Screen shown={content('message-text', told)} told={told} />)
    const reject = page.getByRole('button', { name: 'Reject' }).element() as HTMLElement
    const release = await pressAndHold(reject)
    reject.style.translate = '0 -200px'
    await release()
    await expect.poll(() => told).toEqual(['reject'])
    await screen.unmount()
  })
})

describe('approving', () => {
  test('a click counts once the button is armed', async () => {
    const told: Told = []
    const clock = holdableClock()
    clock.hold()
    await render(<Screen shown={content('message-text', told)} told={told} now={clock.now} />)
    await approve().click({ force: true })
    expect(told).toEqual([])
    clock.release()
    await armed()
    await approve().click()
    expect(told).toEqual(['approve 0x00'])
  })

  test.each([
    ['in a page', true],
    ['in a window of its own', false],
  ])('%s a finger counts, but one that slides away does not', async (_, framed) => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} framed={framed} />)
    await armed()
    await touch(element(), { slide: 120 })
    await touch(page.getByRole('heading').first().element())
    expect(told).toEqual([])
    await armed()
    await touch(element())
    await expect.poll(() => told).toEqual(['approve 0x00'])
  })

  test('a script cannot click, press or tick', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    await armed()
    element().click()
    for (const type of ['pointerdown', 'pointerup', 'click'])
      element().dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, detail: 1 }))
    element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(told).toEqual([])
  })

  test('the second half of a double click does not approve what came up meanwhile', async () => {
    const told: Told = []
    const clock = holdableClock()
    await render(<TwoRequests told={told} now={clock.now} />)
    await armed()
    clock.hold()
    await approve().dblClick({ force: true })
    expect(told).toEqual(['first'])
    clock.release()
    await armed()
    await approve().click()
    expect(told).toEqual(['first', 'second'])
  })

  test('a key counts when the frame has had the focus', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    await armed()
    element().focus()
    await expect.poll(() => document.hasFocus()).toBe(true)
    await expect
      .poll(
        async () => {
          await userEvent.keyboard('{Enter}')
          return told
        },
        { interval: 300 },
      )
      .toContain('approve 0x00')
  })

  test('a covered window never arms and says why', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} coverage="covered" />)
    await expect
      .element(page.getByText('Something covers this window. Move it away to continue.'))
      .toBeVisible()
    await approve().click({ force: true })
    expect(told).toEqual([])
  })

  test('what passes while the page brings it into view is not told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await render(<Screen shown={content('message-text', [])} told={[]} coverage="covered" />)
      const text = page.getByText('Something covers this window. Move it away to continue.')
      await vi.advanceTimersByTimeAsync(300)
      expect(text.elements()).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
      await expect.poll(() => text.elements().length).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    '.fr-asks',
    '.fr-title',
    '.fr-changes',
    '.fr-worst',
    '.fr-party',
    '.fr-cost > div',
    '.fr-facts > div',
    '.fr-risk',
  ])('with the button bare and %s covered it does not arm either', async (covers) => {
    const told: Told = []
    await render(<Screen shown={content('approval-unlimited', told)} told={told} covers={covers} />)
    await expect
      .element(page.getByText('Something covers this window. Move it away to continue.'))
      .toBeVisible()
  })

  test('what was understood counts for what stood there then', async () => {
    const told: Told = []
    const shown = content('approval-unlimited', told)
    const { rerender } = await render(<Screen shown={shown} told={told} />)
    await page.getByRole('checkbox').click()
    await armed()
    await rerender(<Screen shown={{ ...shown, revision: shown.revision + 1 }} told={told} />)
    await expect.element(page.getByRole('checkbox')).not.toBeChecked()
    await approve().click({ force: true })
    expect(told).toEqual([])
  })

  test('a danger needs the second step, by a person', async () => {
    const told: Told = []
    await render(<Screen shown={content('approval-unlimited', told)} told={told} />)
    const box = page.getByRole('checkbox', { name: /I understand: All of my USDC can be taken/ })
    await expect.element(page.getByText('Tick what you can lose, at the end, to continue.')).toBeVisible()
    ;(box.element() as HTMLInputElement).click()
    await expect.element(box).not.toBeChecked()
    await approve().click({ force: true })
    expect(told).toEqual([])
    await box.click()
    await armed()
    await approve().click()
    expect(told).toEqual(['approve 0x00'])
  })

  test('what is not complete cannot be approved, but rejected', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-loading', told)} told={told} />)
    await expect.element(page.getByText('Getting the details')).toBeVisible()
    await approve().click({ force: true })
    await page.getByRole('button', { name: 'Reject' }).click()
    expect(told).toEqual(['reject'])
  })

  test('a double click rejects the first request alone, not the one that nobody has seen', async () => {
    const told: Told = []
    await render(<TwoRequests told={told} now={() => performance.now()} />)
    const reject = page.getByRole('button', { name: 'Reject' })
    await reject.dblClick()
    expect(told).toEqual(['first'])
    await reject.click()
    expect(told).toEqual(['first', 'second'])
  })

  test('a double click on Reject does not close what stands in the way of the next request', async () => {
    const told: Told = []
    await render(<TwoRequests told={told} now={() => performance.now()} next="send-network" />)
    await page.getByRole('button', { name: 'Reject' }).dblClick()
    expect(told).toEqual(['first'])
    await page.getByRole('button', { name: 'Close' }).click()
    expect(told).toEqual(['first', 'second'])
  })

  test('what cannot be done has no approve button', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-network', told)} told={told} />)
    expect(approve().query()).toBeNull()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(told).toEqual(['retry', 'reject'])
  })

  test('while it is signed nothing can be pressed', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told, { phase: 'signing' })} told={told} />)
    await approve().click({ force: true })
    await page.getByRole('button', { name: 'Reject' }).click({ force: true })
    expect(told).toEqual([])
  })
})

describe('the screen', () => {
  test('says who asks, and quotes the name of the site as unchecked', async () => {
    await render(<Screen shown={content('message-text', [])} told={[]} />)
    const asks = page.getByRole('region', { name: 'Asked by' })
    await expect.element(asks).toHaveTextContent('http://app.localhost:5173')
    expect(asks.element().querySelector('strong')?.textContent).toBe('app.localhost')
    const name = page.getByText('calls itself “Latchkey demo”. We have not checked that.')
    await expect.element(name).not.toBeVisible()
    await details().click()
    await expect.element(name).toBeVisible()
  })

  test('starts at its heading, and Escape goes to the host', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    expect(document.activeElement?.textContent).toBe('Sign a message')
    await userEvent.keyboard('{Escape}')
    expect(told).toEqual(['escape'])
  })

  test('Tab leaves at both ends', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    element().focus()
    await userEvent.tab()
    expect(told).toEqual(['forward'])
    // The message scrolls, so it is the first stop of the keyboard.
    ;(document.querySelector('summary') as HTMLElement).focus()
    await userEvent.tab({ shift: true })
    expect(document.activeElement?.className).toBe('fr-message')
    await userEvent.tab({ shift: true })
    expect(told).toEqual(['forward', 'backward'])
  })

  test('reject and approve have the same size', async () => {
    await render(<Screen shown={content('message-text', [])} told={[]} />)
    const sizeOf = (name: string) => {
      const { width, height } = page.getByRole('button', { name }).element().getBoundingClientRect()
      return [width, height]
    }
    expect(sizeOf('Reject')).toEqual(sizeOf('Approve'))
  })

  test.each(Object.keys(approvalViews))('%s shows no message without its text', async (name) => {
    const view = approvalViews[name]
    expect(view).toBeDefined()
    await render(<Screen shown={content(name, [])} told={[]} />)
    const text = [...document.querySelectorAll('p, h1, h2, dt, dd, button, label, summary, strong')].map(
      ({ textContent }) => textContent,
    )
    expect(text.join(' ')).not.toMatch(
      /(?:warn|risk|stop|row|value|approve|fee|cap|calls|pending|compare)\.[a-z]|undefined|NaN|[{}]/,
    )
  })
})
