import { runInNewContext } from 'node:vm'
import { signInAs } from '@latchkey/testing/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HOST } from '../../../testing/createTestService.ts'
import { createStage, type Stage } from '../../../testing/socialStage.ts'

let script: string
let stage: Stage
beforeAll(async () => {
  stage = await createStage()
  const device = await stage.device()
  const { uri } = await stage.start(device, 'google', { mode: 'redirect', returnUri: `${HOST}/` })
  const html = await (await stage.callback(await signInAs(uri, 'ada'))).text()
  expect(html).toContain('<button disabled>')
  script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? ''
})
afterAll(() => stage.stop())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The page in a window that has the focus or has not. */
function openPage({ isFocused = true, isHidden = false } = {}) {
  const button = { disabled: true }
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), {
    querySelector: () => button,
    hasFocus: () => isFocused,
    visibilityState: isHidden ? 'hidden' : 'visible',
  })
  const addEventListener = window.addEventListener.bind(window)
  runInNewContext(script, { document, addEventListener, setTimeout, clearTimeout })
  return {
    button,
    focus() {
      isFocused = true
      window.dispatchEvent(new Event('focus'))
    },
    blur() {
      isFocused = false
      window.dispatchEvent(new Event('blur'))
    },
    show() {
      document.visibilityState = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

test('who reads the page can agree after a second', () => {
  const { button } = openPage()
  vi.advanceTimersByTime(999)
  expect(button.disabled).toBe(true)
  vi.advanceTimersByTime(1)
  expect(button.disabled).toBe(false)
})

test('a page that has waited under another window takes no second click of a double click', () => {
  const { button, focus, blur } = openPage({ isFocused: false })
  vi.advanceTimersByTime(60_000)
  expect(button.disabled).toBe(true)
  focus()
  vi.advanceTimersByTime(500)
  expect(button.disabled).toBe(true)
  vi.advanceTimersByTime(500)
  expect(button.disabled).toBe(false)
  blur()
  focus()
  expect(button.disabled).toBe(true)
})

test('a page in a tab behind another is not agreed to before it was seen for a second', () => {
  const { button, show } = openPage({ isHidden: true })
  vi.advanceTimersByTime(60_000)
  expect(button.disabled).toBe(true)
  show()
  expect(button.disabled).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(button.disabled).toBe(false)
})
