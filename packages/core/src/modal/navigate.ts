import type { Config, RouterEntry, RouterState } from '../interfaces/Config.ts'
import { abortPendingRequests, close, currentView, restarted, schedule } from './open.ts'

/** Spec 9, back cleanup, ms. */
const CLEANUP_DELAY = 100
/** The view of a request that waits in the embedded wallet. */
export const APPROVAL_VIEW = 'ApproveTransaction'

/** Whether the view of that name is on the screen. */
export const isShown = (config: Config, name: string): boolean =>
  config.modal.getState().open && currentView(config.router.getState()).name === name

/** Shows a view on top of the current one. */
export const push = (config: Config, entry: RouterEntry): void =>
  config.router.setState((state) => pushed(state, entry), true)

/** Shows a view in place of the current one. */
export const replace = (config: Config, entry: RouterEntry): void =>
  config.router.setState((state) => replaced(state, entry), true)

/** Shows a view as the only one; below an approval that tells what came of a request, until it is put away. */
export const reset = (config: Config, entry: RouterEntry): void =>
  config.router.setState((state) => {
    const shown = currentView(state)
    return shown.name === APPROVAL_VIEW ? { ...state, stack: [entry, shown] } : restarted(state, entry)
  }, true)

/**
 * One view back; from the first view it closes the modal (spec 2). A request that nobody can see any more is aborted,
 * and what the left view asked to clear is cleared when it is out of sight.
 */
export function goBack(config: Config): void {
  const left = currentView(config.router.getState())
  const next = steppedBack(config.router.getState())
  if (next) config.router.setState(next, true)
  else close(config)
  if (left.name === APPROVAL_VIEW) abortPendingRequests(config)
  if (left.onBack) schedule(config, Symbol('backCleanup'), CLEANUP_DELAY, left.onBack)
}

/**
 * Takes a view away whose work is over: back to where it found the modal. Under another view it leaves the way back, so
 * that nobody comes to it any more.
 */
export function endView(config: Config, name: string): void {
  config.router.setState((state) => forgotten(state, name), true)
  // From the first view, back closes.
  if (isShown(config, name)) goBack(config)
}

const isSame = (one: RouterEntry, other: RouterEntry | undefined): boolean =>
  one.name === other?.name && one.params === other.params

/** Pure steps of the view stack (spec 2): a view on top of the shown one. */
const pushed = (state: RouterState, entry: RouterEntry): RouterState =>
  isSame(entry, currentView(state)) ? state : { ...state, stack: [...state.stack, entry], direction: 'next' }

/** A view in place of the shown one. */
const replaced = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [...state.stack.slice(0, -1), entry],
  direction: 'next',
})

/** No step back leads to a view of that name any more, nor to one view twice; the shown view stays. */
function forgotten(state: RouterState, name: string): RouterState {
  const shown = currentView(state)
  const kept = state.stack.filter((entry) => entry === shown || entry.name !== name)
  return kept.length < state.stack.length
    ? { ...state, stack: kept.filter((entry, index) => !isSame(entry, kept[index + 1])) }
    : state
}

/** One step back, or `undefined` from the first view: then the modal closes. */
const steppedBack = (state: RouterState): RouterState | undefined =>
  state.stack.length > 1 ? { ...state, stack: state.stack.slice(0, -1), direction: 'prev' } : undefined
