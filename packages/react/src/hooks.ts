import {
  type AccountState,
  type AccountType,
  activeNetwork,
  type ChainNamespace,
  type Config,
  close,
  disconnectedAccount,
  type Network,
  open,
  type PageProvider,
  type RouterEntry,
} from '@latchkey/core'
import { useCallback, useMemo } from 'react'
import { useConfig, useSlice } from './LatchkeyProvider.tsx'

export { LatchkeyProvider, MissingProviderError, useConfig, useSlice } from './LatchkeyProvider.tsx'

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

export type UseAccountTypeReturn = {
  /** undefined for a wallet that has one kind alone */
  accountType: AccountType | undefined
  /** Whether the smart account is on the active network yet; its first transaction puts it there. */
  isDeployed: boolean | undefined
  setAccountType: (type: AccountType) => Promise<void>
}

/**
 * Which of the wallet's accounts is in use, and how to change it. The choice is kept for the visitor's next visit.
 *
 * @example
 * const { accountType, setAccountType } = useAccountType()
 * await setAccountType('eoa')
 */
export function useAccountType(): UseAccountTypeReturn {
  const config = useConfig()
  const { preferredAccountType, smartAccountDeployed } = useAccount()
  return {
    accountType: preferredAccountType,
    isDeployed: smartAccountDeployed,
    setAccountType: useCallback(
      async (type: AccountType) => {
        const { setPreferredAccountType } = await import('@latchkey/core/session')
        return setPreferredAccountType(config, type)
      },
      [config],
    ),
  }
}

export type UseNetworkReturn = {
  /** undefined when the wallet is on a network that the page did not list */
  network: Network | undefined
  caipNetworkId: string
  networks: readonly Network[]
  /** Makes another of `networks` the active one, in the connected wallet first. */
  switchNetwork: (caipNetworkId: string) => Promise<void>
  /** Lists a further network, or replaces the one of its id. */
  addNetwork: (network: Network) => Promise<void>
  /** Takes one off the list; the last one stays. */
  removeNetwork: (caipNetworkId: string) => Promise<void>
}

type Edits = Pick<UseNetworkReturn, 'switchNetwork' | 'addNetwork' | 'removeNetwork'>

/**
 * The active network, those of the page, and how to change them. Each change rejects with an error that has a stable
 * `code`: 5004 for a network that is not listed, 5005 for a namespace without an adapter, 5014 for a wallet that cannot
 * switch.
 *
 * @example
 * const { network, switchNetwork } = useNetwork()
 * await switchNetwork('eip155:8453')
 */
export function useNetwork(): UseNetworkReturn {
  const config = useConfig()
  const state = useSlice(config.networks)
  return {
    network: activeNetwork(state),
    caipNetworkId: state.activeId,
    networks: state.networks,
    ...useMemo(() => editsOf(config), [config]),
  }
}

/** Most pages never change a network: the code for it comes when it is needed. */
function editsOf(config: Config): Edits {
  const load = () => import('@latchkey/core/session')
  return {
    switchNetwork: async (id) => (await load()).switchNetwork(config, id),
    addNetwork: async (network) => (await load()).addNetwork(config, network),
    removeNetwork: async (id) => (await load()).removeNetwork(config, id),
  }
}

/**
 * The EIP-1193 provider of the page. One config has one provider.
 *
 * @example
 * await useProvider().request({ method: 'eth_chainId' })
 */
export function useProvider(): PageProvider {
  return useConfig().provider
}

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

export type UseLatchkeyReturn = {
  config: Config
  isOpen: boolean
  open: (options?: { view?: RouterEntry }) => void
  close: () => void
}

/**
 * Opens and closes the modal.
 *
 * @example
 * const { open } = useLatchkey()
 * <button onClick={() => open()}>Connect</button>
 */
export function useLatchkey(): UseLatchkeyReturn {
  const config = useConfig()
  const { open: isOpen } = useSlice(config.modal)
  return {
    config,
    isOpen,
    open: useCallback((options?: { view?: RouterEntry }) => open(config, options), [config]),
    close: useCallback(() => close(config), [config]),
  }
}
