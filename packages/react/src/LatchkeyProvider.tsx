import type { Config } from '@latchkey/core'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

/** A hook was used outside of `LatchkeyProvider`. */
export class MissingProviderError extends Error {
  override name = 'MissingProviderError'
  constructor() {
    super('Latchkey hooks need a <LatchkeyProvider config={…}> above them.')
  }
}

const ConfigContext = createContext<Config | undefined>(undefined)

/**
 * Gives the hooks below it their config.
 *
 * @example
 * <LatchkeyProvider config={latchkey.config}><App /></LatchkeyProvider>
 */
export const LatchkeyProvider = ({ config, children }: { config: Config; children?: ReactNode }) => (
  // `<Context>` itself is a provider from React 19 on only.
  <ConfigContext.Provider value={config}>{children}</ConfigContext.Provider>
)

/** The config of the nearest provider. */
export function useConfig(): Config {
  const config = useContext(ConfigContext)
  if (!config) throw new MissingProviderError()
  return config
}

/** A vanilla store, as zustand makes it. */
type Slice<State> = {
  getState(): State
  getInitialState(): State
  subscribe(listener: () => void): () => void
}

/** Follows one slice; the server and the first paint see its initial state, so hydration never differs. */
export function useSlice<State>(slice: Slice<State>): State {
  return useSyncExternalStore(slice.subscribe, slice.getState, slice.getInitialState)
}
