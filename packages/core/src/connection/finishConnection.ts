import { accountOf, addressFacts, patchAccount } from '../account/accounts.ts'
import { activeNamespace } from '../account/activeConnection.ts'
import type { Account } from '../interfaces/Account.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector, ConnectResult } from '../interfaces/Connector.ts'
import type { CaipNetworkId, ChainNamespace } from '../interfaces/Network.ts'
import { caipAddressOf, parseCaipNetworkId } from '../network/parseCaip.ts'
import { readConnectedSocial } from '../storage/connectedSocial.ts'
import { STORAGE_KEYS } from '../storage/storageKeys.ts'
import { type RecentWallet, rememberWallet, writeConnection } from '../storage/storedState.ts'

/** Writes what a connector answered into the stores and the storage, a namespace at a time. */
export function finishConnection(
  config: Config,
  connector: Connector,
  result: ConnectResult,
  options: { wallet?: RecentWallet | undefined; restored?: boolean } = {},
): void {
  const { namespace: main } = parseCaipNetworkId(result.caipNetworkId)
  const accountsOf = grouped(result)
  if (!accountsOf.has(main)) return
  // What is restored, or told by a wallet in the background, does not take the page to another namespace.
  const activates = !options.restored || activeNamespace(config) === main
  if (activates) config.networks.setState({ activeId: result.caipNetworkId })
  for (const [namespace, accounts] of accountsOf) {
    const caipNetworkId = namespace === main ? result.caipNetworkId : networkOf(config, result, namespace)
    if (caipNetworkId) write(config, connector, result, { namespace, accounts, caipNetworkId })
  }
  // A pairing that no wallet was chosen for says nothing of which wallet it was.
  const wallet = options.wallet ?? (connector.type === 'WALLET_CONNECT' ? undefined : recentOf(connector))
  if (!options.restored && wallet) rememberWallet(config.storage, wallet)
  if (activates) config.storage.set(STORAGE_KEYS.lastUsedChain, result.caipNetworkId)
}

const recentOf = ({ id, rdns }: Connector): RecentWallet => ({ id, ...(rdns ? { rdns } : {}) })

function grouped({ accounts }: ConnectResult): Map<ChainNamespace, Account[]> {
  const groups = new Map<ChainNamespace, Account[]>()
  for (const account of accounts)
    groups.set(account.namespace, [...(groups.get(account.namespace) ?? []), account])
  return groups
}

function networkOf(
  config: Config,
  result: ConnectResult,
  namespace: ChainNamespace,
): CaipNetworkId | undefined {
  const { networks } = config.networks.getState()
  return (
    result.networkOf?.[namespace] ??
    networks.find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId
  )
}

function write(
  config: Config,
  connector: Connector,
  result: ConnectResult,
  part: { namespace: ChainNamespace; accounts: readonly Account[]; caipNetworkId: CaipNetworkId },
): void {
  const { namespace, accounts, caipNetworkId } = part
  const main = accounts.find((account) => account.type === result.preferredAccountType) ?? accounts[0]
  if (!main) return
  const caipAddress = caipAddressOf(caipNetworkId, main.address)
  const isSame = accountOf(config.accounts, namespace).caipAddress === caipAddress
  const { name = connector.name, icon = connector.icon } = result.wallet ?? {}
  patchAccount(config.accounts, namespace, {
    status: 'connected',
    address: main.address,
    caipAddress,
    allAccounts: accounts,
    connectorId: connector.id,
    connectedWalletInfo: { name, type: connector.type, ...(icon ? { icon } : {}) },
    user: result.user,
    socialProvider: connector.identity ? readConnectedSocial(config.storage) : undefined,
    preferredAccountType: result.preferredAccountType && main.type,
    smartAccountDeployed: result.smartAccountDeployed,
    ...(isSame ? {} : addressFacts),
  })
  writeConnection(config.storage, namespace, { connectorId: connector.id, caipNetworkId })
}
