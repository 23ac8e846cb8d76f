import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../frame.css'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { applyTheme } from '../host/sync.ts'
import { workbenchStates } from './states.tsx'

/** Screens fade in, and colours are judged when they stand. Skeletons go on for ever. */
const settle = () => {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
}

/** Everything but the colours is the same in both themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test.each(workbenchStates)('$name has no fault that axe knows, dark and light', async ({ element }) => {
  const root = document.documentElement
  const show = (themeMode: 'dark' | 'light') => applyTheme(root, { themeMode, accent: undefined })
  show('dark')
  root.lang = 'en'
  root.toggleAttribute('data-shown', true)
  const { container } = await render(<div className="lk-root fr-app">{element}</div>)
  const judge = async (runOnly: string[]) => {
    settle()
    const { passes, violations } = await axe.run(container, {
      runOnly,
      // Faults name their elements by their HTML: what passed need not be described, nor any selector be found.
      resultTypes: ['violations'],
      selectors: false,
    })
    // Nothing is proved where the colours were not judged.
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
  await judge(RULES)
  show('light')
  await judge(COLOURS)
})
