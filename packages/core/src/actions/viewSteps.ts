import { currentView, type RouterEntry, type RouterState } from '../slices/router.ts'

const isSame = (one: RouterEntry, other: RouterEntry | undefined): boolean =>
  one.name === other?.name && one.params === other.params

/** Pure steps of the view stack (spec 2): a view on top of the shown one. */
export const pushed = (state: RouterState, entry: RouterEntry): RouterState =>
  isSame(entry, currentView(state)) ? state : { ...state, stack: [...state.stack, entry], direction: 'next' }

/** A view in place of the shown one. */
export const replaced = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [...state.stack.slice(0, -1), entry],
  direction: 'next',
})

/** No step back leads to a view of that name any more, nor to one view twice; the shown view stays. */
export function forgotten(state: RouterState, name: string): RouterState {
  const shown = currentView(state)
  const kept = state.stack.filter((entry) => entry === shown || entry.name !== name)
  return kept.length < state.stack.length
    ? { ...state, stack: kept.filter((entry, index) => !isSame(entry, kept[index + 1])) }
    : state
}

/** One step back, or `undefined` from the first view: then the modal closes. */
export const steppedBack = (state: RouterState): RouterState | undefined =>
  state.stack.length > 1 ? { ...state, stack: state.stack.slice(0, -1), direction: 'prev' } : undefined
