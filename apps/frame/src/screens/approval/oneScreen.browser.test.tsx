import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { applyTheme } from '../../host/sync.ts'
import { content, Screen } from '../../testing/approvalScreen.tsx'
import { approvalViews } from '../../workbench/approvalStates.ts'
import { firstScreenOf } from './firstScreen.ts'

const boxes = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())

/** How far the lowest of some parts reaches below what can be seen above the buttons, CSS px; null: there is none. */
function below(selector: string): number | null {
  const found = boxes(selector)
  const footer = boxes('.fr-footer')[0]
  if (found.length === 0 || !footer) return null
  return Math.round(Math.max(...found.map(({ bottom }) => bottom)) - footer.top)
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
    await render(<Screen shown={content(state, [])} told={[]} />)
    expect(missing(state)).toEqual([])
  })
})
