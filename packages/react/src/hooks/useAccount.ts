import { type AccountState, type ChainNamespace, disconnectedAccount } from '@latchkey/core'
import { useConfig } from '../LatchkeyProvider.tsx'
import { useSlice } from './useSlice.ts'

export type UseAccountReturn = AccountState & { isConnected: boolean }

/**
 * The account of one namespace, by default the active network's.
 *
 * @example
 * const { address, isConnected } = useAccount()
 */
export function useAccount(parameters: { namespace?: ChainNamespace } = {}): UseAccountReturn {
  const config = useConfig()
  const { byNamespace } = useSlice(config.accounts)
  const { activeId } = useSlice(config.networks)
  const namespace = parameters.namespace ?? (activeId.split(':')[0] as ChainNamespace)
  const account = byNamespace[namespace] ?? disconnectedAccount
  return { ...account, isConnected: account.status === 'connected' }
}
