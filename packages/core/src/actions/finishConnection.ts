import { caipAddressOf, parseCaipNetworkId } from '../caip/parseCaip.ts'
import type { Config } from '../createConfig.ts'
import type { Connector, ConnectResult } from '../interfaces/Connector.ts'
import { accountOf, patchAccount } from '../slices/accounts.ts'
import { rememberWallet, STORAGE_KEYS, writeConnection } from '../storage/storedState.ts'

/** Writes what a connector answered into the stores and the storage. */
export function finishConnection(config: Config, connector: Connector, result: ConnectResult): void {
  const { namespace } = parseCaipNetworkId(result.caipNetworkId)
  const accounts = result.accounts.filter((account) => account.namespace === namespace)
  const main = accounts.find((account) => account.type === result.preferredAccountType) ?? accounts[0]
  if (!main) return
  const caipAddress = caipAddressOf(result.caipNetworkId, main.address)
  const isSame = accountOf(config.accounts, namespace).caipAddress === caipAddress
  config.networks.setState({ activeId: result.caipNetworkId })
  patchAccount(config.accounts, namespace, {
    status: 'connected',
    address: main.address,
    caipAddress,
    allAccounts: accounts,
    connectorId: connector.id,
    connectedWalletInfo: {
      name: connector.name,
      type: connector.type,
      ...(connector.icon ? { icon: connector.icon } : {}),
    },
    user: result.user,
    preferredAccountType: result.preferredAccountType,
    smartAccountDeployed: result.smartAccountDeployed,
    ...(isSame ? {} : { balance: undefined, balanceSymbol: undefined }),
  })
  writeConnection(config.storage, namespace, {
    connectorId: connector.id,
    caipNetworkId: result.caipNetworkId,
  })
  rememberWallet(config.storage, { id: connector.id })
  config.storage.set(STORAGE_KEYS.lastUsedChain, result.caipNetworkId)
}
