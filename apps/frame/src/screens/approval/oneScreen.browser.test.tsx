import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { applyTheme } from '../../host/sync.ts'
import { approvalLocale } from '../../locales/approvalLocale.ts'
import { english as base } from '../../locales/loadLocale.ts'
import { approve, armed, content, Screen, viewOf } from '../../testing/approvalScreen.tsx'
import { approvalViews } from '../../workbench/approvalStates.ts'
import { firstScreenOf } from './firstScreen.ts'

const boxes = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())

const english = approvalLocale(base)

/** How far the lowest of some parts reaches below what can be seen above the buttons, CSS px; null: there is none. */
function below(selector: string): number | null {
  const found = boxes(selector)
  const footer = boxes('.fr-footer')[0]
  if (found.length === 0 || !footer) return null
  return Math.round(Math.max(...found.map(({ bottom }) => bottom)) - footer.top)
}

/** Whether the worst warning is wholly on the screen, above the buttons. */
function isWorstInSight(): boolean {
  const [footer] = boxes('.fr-footer')
  const [worst] = boxes('.fr-worst')
  return footer !== undefined && worst !== undefined && worst.top >= 0 && worst.bottom <= footer.top
}

const approveOrClose = (state: string) => {
  const { stop, approve: name } = viewOf(state)
  return page.getByRole('button', { name: stop ? 'Close' : (english.messages[name] ?? name), exact: true })
}

const states = Object.keys(approvalViews)
const parts = ['hero', 'party', 'site', 'cost', 'worst'] as const

/** What a state has to show without scrolling, and by how much it does not. */
function missing(state: string): string[] {
  const view = approvalViews[state]
  if (!view) return ['no view']
  const { parties, worst } = firstScreenOf(view)
  const wanted = parts.filter((part) =>
    part === 'party' ? parties.length > 0 : part === 'worst' ? worst !== undefined : true,
  )
  return wanted.flatMap((part) => {
    const over = below(`[data-first="${part}"]`)
    if (over === null) return [`${part}: not there`]
    return over > 0 ? [`${part}: ${over} px`] : []
  })
}

describe.each([
  ['phone', 388],
  ['desktop', 358],
] as const)('on a %s', (_, width) => {
  beforeEach(async () => {
    await page.viewport(width, 535)
    applyTheme(document.documentElement, { themeMode: 'dark', accent: undefined })
  })
  afterEach(() => page.viewport(414, 896))

  test.each(states)('%s shows what it is about without scrolling', async (state) => {
    await render(<Screen shown={content(state, [])} told={[]} watches />)
    // What keeps the button from arming stands above it, and takes room.
    await expect.element(approveOrClose(state)).toBeVisible()
    expect(missing(state)).toEqual([])
    // However far somebody reads, the worst warning stays in sight.
    if (firstScreenOf(viewOf(state)).worst === undefined) return
    window.scrollTo(0, document.documentElement.scrollHeight)
    expect(isWorstInSight()).toBe(true)
  })
})

describe('an approval does not arm while its worst warning is out of sight', () => {
  beforeEach(() => page.viewport(388, 535))
  afterEach(() => {
    document.querySelector('#loose')?.remove()
    return page.viewport(414, 896)
  })

  test('it says so, and arms once the warning can be read again', async () => {
    // As if it did not stay where it is.
    const loose = Object.assign(document.createElement('style'), { id: 'loose' })
    loose.textContent =
      '.fr-worst { position: static !important } .fr-main { padding-block-end: 900px !important }'
    document.head.append(loose)
    await render(<Screen shown={content('fee-storing-unknown', [])} told={[]} watches />)
    await armed()
    window.scrollTo(0, 600)
    await expect.element(page.getByText('Scroll until you see the warning.')).toBeVisible()
    await expect.element(approve()).toHaveAttribute('data-armed', 'false')
    window.scrollTo(0, 0)
    await armed()
  })
})

test.each([
  ['a phone whose browser shows its bars', 390, 500],
  ['the lowest frame that arms', 390, 480],
])(
  '%s: what has room there has its buttons at the bottom, and nothing is scrolled',
  async (_, width, height) => {
    await page.viewport(width, height)
    onTestFinished(() => page.viewport(414, 896))
    await render(<Screen shown={content('message-text', [])} told={[]} />)
    await armed()
    expect(boxes('.fr-footer').map(({ bottom }) => Math.round(bottom))).toEqual([height])
    expect(document.documentElement.scrollHeight).toBe(height)
  },
)

describe.each([
  ['a phone on its side', 640, 320],
  ['200 %', 640, 400],
  ['400 %', 320, 256],
] as const)('at %s', (_, width, height) => {
  beforeEach(() => page.viewport(width, height))
  afterEach(() => page.viewport(414, 896))

  test.each(['send-native', 'approval-unlimited', 'fee-storing-unknown', 'permission-first'])(
    '%s scrolls through as a whole, and its buttons stand beside the warning',
    async (state) => {
      await render(<Screen shown={content(state, [])} told={[]} />)
      const footer = document.querySelector('.fr-footer') as Element
      expect(footer.getBoundingClientRect().bottom).toBeGreaterThan(height)
      window.scrollTo(0, document.documentElement.scrollHeight)
      expect(footer.getBoundingClientRect().bottom).toBeLessThanOrEqual(height + 1)
      const last = document.querySelector('.fr-worst-again')?.getBoundingClientRect()
      expect(last === undefined).toBe(firstScreenOf(viewOf(state)).worst === undefined)
      expect(last?.top ?? 0).toBeGreaterThanOrEqual(0)
    },
  )
})
