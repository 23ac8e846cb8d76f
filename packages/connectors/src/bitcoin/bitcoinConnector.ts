import {
  type CaipNetworkId,
  type Connector,
  type ConnectorContext,
  type ConnectResult,
  type CreateConnector,
  createConnector,
  STORAGE_KEYS,
} from '@latchkey/core/connector'
import { ChainNotSupportedError, NoAccountError, waitFor } from '../answer/errors.ts'
import { storedIds } from '../injected/storedIds.ts'
import { toProviderRpcError, toWalletError } from '../injected/walletAnswers.ts'
import { servedNetwork } from '../standard/servedNetwork.ts'
import { accountsOf, type BitcoinAccount, type BitcoinWallet, readBitcoinAccounts } from './BitcoinWallet.ts'
import { bitcoinNetworks, isOnNetwork } from './bitcoinNetworks.ts'
import { answerBitcoin } from './bitcoinRequests.ts'

/** What needs no person, ms. */
const READ_LIMIT = 10_000

export type BitcoinWalletOptions = {
  id: string
  wallet: BitcoinWallet
  /** The rdns under which the same wallet announces itself on other networks (EIP-6963): it is one wallet in lists then. */
  rdns(): string | undefined
}

/**
 * A wallet of this browser on Bitcoin's networks: of the Wallet Standard, or of sats-connect's RPC.
 *
 * @example
 * config.addConnector(bitcoinWallet({ id: 'bip122:Aurora', wallet, rdns: () => undefined }))
 */
export const bitcoinWallet = (options: BitcoinWalletOptions): CreateConnector =>
  createConnector((context) => buildConnector(context, options))

const networkFor = (context: ConnectorContext, wallet: BitcoinWallet, asked?: CaipNetworkId): CaipNetworkId =>
  servedNetwork(
    context,
    bitcoinNetworks(context.networks)
      .map(({ caipNetworkId }) => caipNetworkId)
      .filter((id) => wallet.serves(id)),
    asked,
  )

function buildConnector(context: ConnectorContext, { id, wallet, rdns }: BitcoinWalletOptions): Connector {
  const destroyed = new AbortController()
  const left = storedIds(context.storage, STORAGE_KEYS.disconnectedConnectorIds)
  let accounts: readonly BitcoinAccount[] = []
  let stop: (() => void) | undefined

  const hear = (list: unknown, caipNetworkId: CaipNetworkId) => {
    accounts = readBitcoinAccounts(list, caipNetworkId)
    context.emitter.emit('change', { accounts: accountsOf(accounts) })
  }
  const finish = (told: readonly BitcoinAccount[], caipNetworkId: CaipNetworkId): ConnectResult => {
    accounts = told
    stop?.()
    stop = wallet.follow?.((list) => hear(list, caipNetworkId))
    return { accounts: accountsOf(accounts), caipNetworkId }
  }
  const connector: Connector = {
    id,
    name: wallet.name,
    type: 'ANNOUNCED',
    ...(wallet.icon ? { icon: wallet.icon } : {}),
    namespaces: ['bip122'],
    takes: (method) => method !== 'sendTransfer' || wallet.sendTransfer !== undefined,
    async connect({ caipNetworkId, signal }) {
      try {
        const network = networkFor(context, wallet, caipNetworkId)
        const list = await waitFor(() => wallet.connect(), { signals: [signal, destroyed.signal] })
        const told = readBitcoinAccounts(list, network)
        // Whatever it shared is of another network than the one that is asked for.
        if (told.length === 0 && Array.isArray(list) && list.length > 0)
          throw new ChainNotSupportedError({ data: { rpcCode: 4901 } })
        if (told.length === 0) throw new NoAccountError()
        left.set(id, false)
        return finish(told, network)
      } catch (error) {
        throw toWalletError(error)
      }
    },
    async reconnect({ caipNetworkId, signal }) {
      if (left.has(id)) return undefined
      const network = networkFor(context, wallet, caipNetworkId)
      const signals = [signal, destroyed.signal]
      const told = readBitcoinAccounts(
        await waitFor(() => wallet.restore(), { limit: READ_LIMIT, signals }),
        network,
      )
      return told.length === 0 ? undefined : finish(told, network)
    },
    async disconnect() {
      stop?.()
      stop = undefined
      accounts = []
      left.set(id, true)
      await waitFor(() => wallet.disconnect(), { limit: READ_LIMIT, signals: [destroyed.signal] })
    },
    async request({ method, params, caipNetworkId, signal }) {
      const network = networkFor(context, wallet, caipNetworkId)
      // Those of another network have other addresses: it is asked for none of them.
      const own = accounts.filter(({ address }) => isOnNetwork(address, network))
      const args = { method, wallet, hear, accounts: own, caipNetworkId: network, ...(params && { params }) }
      try {
        return await waitFor(() => answerBitcoin(args), { signals: [signal, destroyed.signal] })
      } catch (error) {
        throw toProviderRpcError(error)
      }
    },
    async switchNetwork({ caipNetworkId }) {
      const isServed = networkFor(context, wallet, caipNetworkId) === caipNetworkId
      // Its person switches networks in the wallet, which has other addresses then.
      if (!isServed || !accounts.every(({ address }) => isOnNetwork(address, caipNetworkId)))
        throw new ChainNotSupportedError({ data: { rpcCode: 4901 } })
    },
    destroy() {
      stop?.()
      destroyed.abort()
    },
  }
  // Asked each time: a wallet that is found later may be the same one.
  return Object.defineProperty(connector, 'rdns', { get: rdns, enumerable: true })
}
