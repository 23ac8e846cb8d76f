import {
  type CaipNetworkId,
  type Connector,
  type ConnectorContext,
  type ConnectResult,
  type CreateConnector,
  createConnector,
  STORAGE_KEYS,
} from '@latchkey/core/connector'
import { isRecord } from '@latchkey/std/isRecord'
import { ChainNotSupportedError, NoAccountError, waitFor } from '../answer/errors.ts'
import { storedIds } from '../injected/storedIds.ts'
import { toProviderRpcError, toWalletError } from '../injected/walletAnswers.ts'
import { sendSigned } from '../network/sendSigned.ts'
import { followAccounts } from '../standard/followAccounts.ts'
import type { StandardWallet } from '../standard/readStandardWallet.ts'
import { servedNetwork } from '../standard/servedNetwork.ts'
import { answerSolana } from './solanaRequests.ts'
import { solanaNetworks, standardChainOf } from './standardChains.ts'
import { readStandardAccounts, type StandardAccount } from './standardWallet.ts'

/** What needs no person, ms. */
const READ_LIMIT = 10_000

export type SolanaWalletOptions = {
  id: string
  wallet: StandardWallet
  /** The rdns under which the same wallet announces itself on other networks (EIP-6963): it is one wallet in lists then. */
  rdns(): string | undefined
}

/**
 * A wallet of the Wallet Standard on Solana's networks.
 *
 * @example
 * config.addConnector(solanaWallet({ id: 'solana:Aurora', wallet, rdns: () => undefined }))
 */
export const solanaWallet = (options: SolanaWalletOptions): CreateConnector =>
  createConnector((context) => buildConnector(context, options))

const networkFor = (
  context: ConnectorContext,
  wallet: StandardWallet,
  asked?: CaipNetworkId,
): CaipNetworkId =>
  servedNetwork(
    context,
    solanaNetworks(context.networks)
      .map(({ caipNetworkId }) => caipNetworkId)
      .filter((id) => wallet.chains.includes(standardChainOf(id))),
    asked,
  )

const accountsOf = (accounts: readonly StandardAccount[]): ConnectResult['accounts'] =>
  accounts.map(({ address }) => ({ namespace: 'solana', address, type: 'eoa', publicKey: address }))

function buildConnector(context: ConnectorContext, { id, wallet, rdns }: SolanaWalletOptions): Connector {
  const destroyed = new AbortController()
  const left = storedIds(context.storage, STORAGE_KEYS.disconnectedConnectorIds)
  let account: StandardAccount | undefined
  let stop: (() => void) | undefined

  const follow = () => {
    stop?.()
    stop = followAccounts(wallet, 'standard:events', (told) => {
      const accounts = readStandardAccounts(told)
      account = accounts[0]
      context.emitter.emit('change', { accounts: accountsOf(accounts) })
    })
  }
  const ask = async (input: object | undefined, signal: AbortSignal | undefined, limit?: number) => {
    const run = wallet.method('standard:connect', 'connect')
    const signals = [signal, destroyed.signal]
    const answer = await waitFor(() => run?.(...(input ? [input] : [])), { limit, signals })
    const told = isRecord(answer) ? readStandardAccounts(answer.accounts) : []
    return told.length > 0 ? told : readStandardAccounts(wallet.accounts())
  }
  const finish = (accounts: readonly StandardAccount[], caipNetworkId: CaipNetworkId): ConnectResult => {
    account = accounts[0]
    follow()
    return { accounts: accountsOf(accounts), caipNetworkId }
  }
  const connector: Connector = {
    id,
    name: wallet.name,
    type: 'ANNOUNCED',
    ...(wallet.icon ? { icon: wallet.icon } : {}),
    namespaces: ['solana'],
    async connect({ caipNetworkId, signal }) {
      try {
        const network = networkFor(context, wallet, caipNetworkId)
        const accounts = await ask(undefined, signal)
        if (accounts.length === 0) throw new NoAccountError()
        left.set(id, false)
        return finish(accounts, network)
      } catch (error) {
        throw toWalletError(error)
      }
    },
    async reconnect({ caipNetworkId, signal }) {
      if (left.has(id)) return undefined
      const accounts = await ask({ silent: true }, signal, READ_LIMIT)
      return accounts.length === 0 ? undefined : finish(accounts, networkFor(context, wallet, caipNetworkId))
    },
    async disconnect() {
      stop?.()
      stop = undefined
      account = undefined
      left.set(id, true)
      await wallet.method('standard:disconnect', 'disconnect')?.()
    },
    async request({ method, params, caipNetworkId, signal }) {
      const network = networkFor(context, wallet, caipNetworkId)
      const send = (wire: Uint8Array, options: object) => sendSigned(context, network, wire, options)
      const args = { method, wallet, account, send, caipNetworkId: network, ...(params ? { params } : {}) }
      try {
        return await waitFor(() => answerSolana(args), { signals: [signal, destroyed.signal] })
      } catch (error) {
        throw toProviderRpcError(error)
      }
    },
    async switchNetwork({ caipNetworkId }) {
      // It would be asked on another network than the page shows.
      if (networkFor(context, wallet, caipNetworkId) !== caipNetworkId)
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
