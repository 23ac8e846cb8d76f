import type { ChainNamespace } from '@latchkey/core'
import { useCallback } from 'react'
import { useConfig } from '../LatchkeyProvider.tsx'

/**
 * A function that disconnects one namespace, or all.
 *
 * @example
 * const disconnect = useDisconnect()
 */
export function useDisconnect(): (parameters?: { namespace?: ChainNamespace }) => Promise<void> {
  const config = useConfig()
  return useCallback(
    async (parameters) => {
      const { disconnect } = await import('@latchkey/core/session')
      return disconnect(config, parameters)
    },
    [config],
  )
}
