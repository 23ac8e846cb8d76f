import {
  type Account,
  findConnector,
  type Network,
  offersSmartAccounts,
  readSmartAccountNetworks,
} from '@latchkey/core'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'

export type AccountTypes = {
  smart: Account | undefined
  plain: Account | undefined
  /** The one in use. */
  current: 'smartAccount' | 'eoa'
  /** Whether the active network has smart accounts. */
  isOffered: boolean
  /** The page's networks that have them. */
  networks: readonly Network[]
}

/** The kinds of account that there are to choose from; undefined for a wallet, or a page, that has one alone. */
export function useAccountTypes(): AccountTypes | undefined {
  const config = useConfig()
  const { allAccounts, connectorId, preferredAccountType } = useAccount()
  const { caipNetworkId, networks } = useNetwork()
  const connector = findConnector(config.connectors, connectorId)
  const known = readSmartAccountNetworks(config.storage)
  const withSmart = networks.filter((network) => known.includes(network.caipNetworkId))
  if (!connector?.setPreferredAccountType || withSmart.length === 0) return undefined
  // Accounts of a namespace with other kinds are no kind of these.
  if (!allAccounts.some(({ type }) => type === 'smartAccount' || type === 'eoa')) return undefined
  const ofType = (type: Account['type']) => allAccounts.find((account) => account.type === type)
  return {
    smart: ofType('smartAccount'),
    plain: ofType('eoa'),
    current: preferredAccountType === 'smartAccount' ? 'smartAccount' : 'eoa',
    isOffered:
      networks.some((network) => network.caipNetworkId === caipNetworkId) && offersSmartAccounts(config),
    networks: withSmart,
  }
}

/** What the account in use is for, where a wallet has one for each purpose; undefined for any other. */
export function useAccountPurpose(): 'payment' | 'ordinal' | undefined {
  const { address, allAccounts } = useAccount()
  const type = allAccounts.find((account) => account.address === address)?.type
  return type === 'payment' || type === 'ordinal' ? type : undefined
}
