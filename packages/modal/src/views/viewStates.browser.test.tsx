import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type Stage, stageView } from '../states/stageView.ts'
import { viewStates } from '../states/viewStates.ts'
import type { ViewName } from './index.ts'

const cases = Object.entries(viewStates).flatMap(([view, states]) =>
  Object.entries(states).map(([name, state]) => [view as ViewName, name, state] as const),
)
let stage: Stage

afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

/** The modal fades in, and colours are judged when it stands. Skeletons go on for ever. */
const settle = (root: ShadowRoot) => {
  for (const animation of root.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
}

describe.each(['dark', 'light'] as const)('in %s', (themeMode) => {
  it.each(cases)('%s %s has no fault that axe knows', async (view, _, state) => {
    stage = await stageView(view, state, { themeMode })
    const root = stage.modal.element.shadowRoot as ShadowRoot
    settle(root)
    const { violations } = await axe.run(stage.modal.element, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})
