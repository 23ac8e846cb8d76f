import { AccountTypeNotOfferedError, NotConnectedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { AccountType, CaipNetworkId, ChainNamespace } from '../interfaces/Connector.ts'
import { caipAddressOf } from '../network/parseCaip.ts'
import { readSmartAccountNetworks } from '../storage/storedState.ts'
import { accountOf, activeNamespace, addressFacts, connectorOf, patchAccount } from './accounts.ts'
import { writePreferredAccountType } from './preferredAccountType.ts'

/** Whether a network has smart accounts for whoever is connected. It needs a wallet that has them (spec 6). */
export function offersSmartAccounts(
  config: Config,
  caipNetworkId: CaipNetworkId = config.networks.getState().activeId,
): boolean {
  const namespace = caipNetworkId.split(':')[0] as ChainNamespace
  const connector = connectorOf(config, namespace)
  return (
    connector?.setPreferredAccountType !== undefined &&
    connector.namespaces.includes(namespace) &&
    readSmartAccountNetworks(config.storage).includes(caipNetworkId)
  )
}

/**
 * Chooses the kind of account, of the active namespace or another. The choice is kept for the next visit, and wins over
 * the page's `defaultAccountTypes`.
 *
 * @throws NotConnectedError; AccountTypeNotOfferedError when the wallet, or the network, has no account of that kind;
 * or what the wallet rejects with. Nothing has changed then.
 * @example
 * await setPreferredAccountType(config, 'eoa')
 */
export async function setPreferredAccountType(
  config: Config,
  type: AccountType,
  parameters: { namespace?: ChainNamespace } = {},
): Promise<void> {
  const { namespace = activeNamespace(config) } = parameters
  const connector = connectorOf(config, namespace)
  if (!connector) throw new NotConnectedError()
  if (!connector.setPreferredAccountType) throw new AccountTypeNotOfferedError()
  const answer = await connector.setPreferredAccountType(type)
  if (answer.type !== type) throw new AccountTypeNotOfferedError()
  writePreferredAccountType(config.storage, namespace, type)
  const { caipAddress, connectorId } = accountOf(config.accounts, namespace)
  // The visitor may have left meanwhile.
  if (!caipAddress || connectorId !== connector.id) return
  const caipNetworkId = caipAddress.split(':').slice(0, 2).join(':') as CaipNetworkId
  const next = caipAddressOf(caipNetworkId, answer.address)
  patchAccount(config.accounts, namespace, {
    address: answer.address,
    caipAddress: next,
    preferredAccountType: type,
    ...(next === caipAddress ? {} : addressFacts),
  })
}
