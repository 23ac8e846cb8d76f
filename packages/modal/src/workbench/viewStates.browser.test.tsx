import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import type { ViewName } from '../views/index.ts'
import { type Stage, stageView } from './stageView.ts'
import { viewStates } from './viewStates.ts'

const cases = Object.entries(viewStates).flatMap(([view, states]) =>
  Object.entries(states).map(([name, state]) => [view as ViewName, name, state] as const),
)
let stage: Stage

afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

/** The modal fades in, and colours are judged when it stands. Skeletons go on for ever. */
const settle = ({ shadowRoot }: Element) => {
  for (const animation of shadowRoot?.getAnimations() ?? [])
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
}

/** Everything but the colours is the same in both themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

it.each(cases)('%s %s has no fault that axe knows, dark and light', async (view, _, state) => {
  stage = await stageView(view, state, { themeMode: 'dark' })
  /** What is on the screen: where the modal is closed, the toast over the page. */
  const shown = () =>
    (stage.config.modal.getState().open ? undefined : document.querySelector('latchkey-toast')) ??
    stage.modal.element
  // A wait that fails at once is drawn as a wait first: what follows it moves too.
  for (let frame = 0; frame < 3; frame += 1) {
    settle(shown())
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const faults = (runOnly: string[]) => async () => {
    settle(shown())
    const { passes, violations } = await axe.run(shown(), {
      runOnly,
      rules: { region: { enabled: false } },
      // Faults name their elements by their HTML: what passed need not be described, nor any selector be found.
      resultTypes: ['violations'],
      selectors: false,
    })
    // Nothing is proved where the colours were not judged.
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  // While a card grows to its height, what is in it scrolls for a moment: it is judged when it stands.
  await expect.poll(faults(RULES)).toEqual([])
  expect(stage.modal.element.dataset.theme).toBe('dark')
  stage.config.theme.setState({ themeMode: 'light' })
  expect(stage.modal.element.dataset.theme).toBe('light')
  await expect.poll(faults(COLOURS)).toEqual([])
})
