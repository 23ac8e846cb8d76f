import type { KeyValueStorage } from '@latchkey/core/connector'
import {
  type Connector,
  type ConnectorContext,
  type ConnectResult,
  type CreateConnector,
  createConnector,
  type RequestArguments,
  STORAGE_KEYS,
} from '@latchkey/core/connector'
import { NoAccountError } from '../answer/errors.ts'
import { waitFor } from '../answer/waitFor.ts'
import type { InjectedWallet } from './InjectedWallet.ts'
import { createProviderLink, type ProviderLink } from './providerLink.ts'
import { readAccounts, readNetworkId } from './readAnswers.ts'
import { switchChain } from './switchChain.ts'
import { isUnsupportedMethod, toProviderRpcError, toWalletError } from './walletErrors.ts'

/** A read that the page makes may go to a slow node, ms. */
const NODE_LIMIT = 60_000
const DISCONNECT_LIMIT = 3_000
/** JSON-RPC methods that ask a node, not a person. */
const NODE_METHOD =
  /^(?:net_\w+|web3_\w+|eth_(?:accounts|chainId|syncing|blockNumber|gasPrice|maxPriorityFeePerGas|blobBaseFee|feeHistory|call|estimateGas|createAccessList|get(?!EncryptionPublicKey)\w+))$/
/** EIP-2255 */
const ACCOUNTS = [{ eth_accounts: {} }]
/** Ids that more than one wallet had when the visitor connected. */
export const AMBIGUOUS_IDS = 'ambiguous_connector_ids'

/**
 * A browser extension's wallet, or any other EIP-1193 provider of the page. It connects on the network that the wallet
 * is on.
 *
 * @example
 * config.addConnector(injected({ id: 'mine', name: 'Mine', type: 'INJECTED', provider: providerCell(window.ethereum) }))
 */
export const injected = (wallet: InjectedWallet): CreateConnector =>
  createConnector((context) => buildInjected(context, wallet))

function buildInjected(context: ConnectorContext, wallet: InjectedWallet): Connector {
  const { id, name, icon, rdns, type } = wallet
  const destroyed = new AbortController()
  const link = createProviderLink(context.emitter, wallet, destroyed.signal)
  const left = storedIds(context.storage, STORAGE_KEYS.disconnectedConnectorIds)
  const ambiguous = storedIds(context.storage, AMBIGUOUS_IDS)
  const isAmbiguous = () => wallet.isAmbiguous?.() ?? false

  return {
    id,
    name,
    type,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    namespaces: ['eip155'],
    async connect({ signal }) {
      const result = await askToConnect(link, left.has(id), signal).catch((error: unknown) => {
        throw toWalletError(error)
      })
      left.set(id, false)
      ambiguous.set(id, isAmbiguous())
      link.follow()
      return result
    },
    async reconnect({ signal }) {
      // Who left stays away, and of two wallets with one id nobody knows which it was.
      if (left.has(id) || ambiguous.has(id) || isAmbiguous()) return undefined
      const result = await readConnection(link, await link.read('eth_accounts', signal), signal)
      if (result.accounts.length === 0) return undefined
      link.follow()
      return result
    },
    async disconnect() {
      const wasFollowing = link.unfollow()
      left.set(id, true)
      if (wasFollowing) await revoke(link, destroyed.signal, () => left.set(id, false))
    },
    request: ({ method, params, signal }: RequestArguments & { signal?: AbortSignal }) =>
      waitFor(() => link.provider().request(params === undefined ? { method } : { method, params }), {
        limit: NODE_METHOD.test(method) ? NODE_LIMIT : undefined,
        signals: [signal, destroyed.signal],
      }).catch((error: unknown) => {
        throw toProviderRpcError(error)
      }),
    switchNetwork: (network) =>
      switchChain(link, network).catch((error: unknown) => {
        throw toWalletError(error)
      }),
    destroy() {
      link.unfollow()
      destroyed.abort()
    },
  }
}

/** EIP-1102; after the visitor left, EIP-2255, by which most wallets let them choose the account anew. */
async function askToConnect(
  link: ProviderLink,
  chooses: boolean,
  signal: AbortSignal | undefined,
): Promise<ConnectResult> {
  let answer: unknown
  if (chooses) {
    try {
      await link.ask('wallet_requestPermissions', ACCOUNTS, signal)
      answer = await link.read('eth_accounts', signal)
    } catch (error) {
      if (!isUnsupportedMethod(error)) throw error
    }
  }
  answer ??= await link.ask('eth_requestAccounts', undefined, signal)
  const result = await readConnection(link, answer, signal)
  if (result.accounts.length === 0) throw new NoAccountError({ data: { rpcCode: 4100 } })
  return result
}

async function readConnection(
  link: ProviderLink,
  answer: unknown,
  signal: AbortSignal | undefined,
): Promise<ConnectResult> {
  const accounts = readAccounts(answer)
  const caipNetworkId = readNetworkId(await link.read('eth_chainId', signal))
  return { accounts, caipNetworkId, preferredAccountType: 'eoa' }
}

/** A wallet that takes the access away asks again by itself: nothing need be remembered then. */
async function revoke(link: ProviderLink, destroyed: AbortSignal, onRevoked: () => void): Promise<void> {
  const args = { method: 'wallet_revokePermissions', params: ACCOUNTS }
  await waitFor(() => link.provider().request(args), {
    limit: DISCONNECT_LIMIT,
    signals: [destroyed],
  }).then(onRevoked, () => undefined)
}

const ID = /^[\w.:-]{1,128}$/
const MOST_IDS = 50

/** A set of connector ids in the page's storage. */
export type StoredIds = { has(id: string): boolean; set(id: string, isIn: boolean): void }

/** Reads and writes a set of connector ids; whatever is not of the written form is dropped. */
export function storedIds(storage: KeyValueStorage, key: string): StoredIds {
  const read = (): string[] => {
    try {
      const ids: unknown = JSON.parse(storage.get(key) ?? '[]')
      return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string' && ID.test(id)) : []
    } catch {
      return []
    }
  }
  return {
    has: (id) => read().includes(id),
    set(id, isIn) {
      const before = read()
      if (before.includes(id) === isIn) return
      const ids = isIn ? [...before, id].slice(-MOST_IDS) : before.filter((other) => other !== id)
      if (ids.length === 0) storage.remove(key)
      else storage.set(key, JSON.stringify(ids))
    },
  }
}
