import { createStore } from 'zustand/vanilla'

export type RouterEntry = {
  name: string
  params?: unknown
  /** Clears what the view left behind; runs 100 ms after a step back from it, when it is out of sight. */
  onBack?: () => void
}
export type TransactionEntry = { onSuccess?: () => void; onError?: () => void; onCancel?: () => void }
export type RouterState = {
  /** Never empty; the last is shown. */
  stack: readonly RouterEntry[]
  direction: 'next' | 'prev'
  transactions: readonly TransactionEntry[]
}

export const createRouterSlice = () =>
  createStore<RouterState>(() => ({ stack: [{ name: 'Connect' }], direction: 'next', transactions: [] }))
export type RouterSlice = ReturnType<typeof createRouterSlice>

export const currentView = (state: RouterState): RouterEntry => state.stack.at(-1) ?? { name: 'Connect' }

const isSame = (one: RouterEntry, other: RouterEntry | undefined): boolean =>
  one.name === other?.name && one.params === other.params

/** Pure steps of the view stack (spec 2). */
export const pushed = (state: RouterState, entry: RouterEntry): RouterState =>
  isSame(entry, currentView(state)) ? state : { ...state, stack: [...state.stack, entry], direction: 'next' }

export const replaced = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [...state.stack.slice(0, -1), entry],
  direction: 'next',
})

export const restarted = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [entry],
  direction: 'next',
})

/** No step back leads to a view of that name any more; the shown view stays. */
export function forgotten(state: RouterState, name: string): RouterState {
  const kept = state.stack.filter((entry, index, { length }) => index === length - 1 || entry.name !== name)
  if (kept.length === state.stack.length) return state
  return { ...state, stack: kept.filter((entry, index) => !isSame(entry, kept[index + 1])) }
}

/** One step back, or `undefined` from the first view: then the modal closes. */
export const steppedBack = (state: RouterState): RouterState | undefined =>
  state.stack.length > 1 ? { ...state, stack: state.stack.slice(0, -1), direction: 'prev' } : undefined
