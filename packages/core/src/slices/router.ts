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

/** A view as the only one; other steps come with the first click. */
export const restarted = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [entry],
  direction: 'next',
})
