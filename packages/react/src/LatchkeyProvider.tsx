import type { Config } from '@latchkey/core'
import { createContext, type ReactNode, useContext } from 'react'
import { MissingProviderError } from './errors.ts'

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
