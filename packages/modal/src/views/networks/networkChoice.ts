import { type AccountState, type ChainNamespace, goBack, type Network, push, showToast } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { isDeclined } from '../../parts/errorWords.ts'
import { type NetworkSwitch, useNetworkSwitch } from '../../parts/useNetworkSwitch.ts'

/**
 * Choosing a network goes back when it has worked, and when it has not (spec 2): then a toast says so. Where there is no
 * view to go back to, the failure is shown in place.
 */
export function useNetworkChoice(): NetworkSwitch {
  const config = useConfig()
  const say = useSay()
  const isShown = (network: Network) => {
    const { byNamespace } = config.accounts.getState()
    if (needsWallet(network, byNamespace)) push(config, { name: 'Connect' })
    else goBack(config)
  }
  return useNetworkSwitch(isShown, (network, error) => {
    if (config.router.getState().stack.length < 2) return false
    goBack(config)
    const key = isDeclined(error) ? 'networks.declined' : 'networks.failed'
    showToast(config, { kind: 'error', message: say(key, { name: network.name }) })
    return true
  })
}

export type NetworkGroups = { main: Network[]; tests: Network[] }

/** Networks whose name or id holds the query, test networks apart. */
export function findNetworks(networks: readonly Network[], query: string): NetworkGroups {
  const wanted = query.trim().toLocaleLowerCase()
  const found = networks.filter(
    ({ name, id }) => name.toLocaleLowerCase().includes(wanted) || String(id) === wanted,
  )
  return {
    main: found.filter((network) => !network.testnet),
    tests: found.filter((network) => network.testnet),
  }
}

type Accounts = Readonly<Partial<Record<ChainNamespace, AccountState>>>

/** A wallet is connected, but none for the kind of this network: choosing it leads to connecting one. */
export function needsWallet({ chainNamespace }: Network, accounts: Accounts): boolean {
  const isConnected = (state: AccountState | undefined) => state?.status === 'connected'
  return Object.values(accounts).some(isConnected) && !isConnected(accounts[chainNamespace])
}
