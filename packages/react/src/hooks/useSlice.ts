import { useSyncExternalStore } from 'react'

/** A vanilla store, as zustand makes it. */
type Slice<State> = {
  getState(): State
  getInitialState(): State
  subscribe(listener: () => void): () => void
}

/** Follows one slice; the server and the first paint see its initial state, so hydration never differs. */
export const useSlice = <State>(slice: Slice<State>): State =>
  useSyncExternalStore(slice.subscribe, slice.getState, slice.getInitialState)
