import {
  type CaipNetworkId,
  type Connector,
  type ConnectorContext,
  type ConnectResult,
  type CreateConnector,
  createConnector,
  type ProviderListener,
  STORAGE_KEYS,
} from '@latchkey/core/connector'
import { NoAccountError, OtherNetworkError, waitFor } from '../answer/errors.ts'
import type { InjectedWallet, PageProvider } from './InjectedWallet.ts'
import { storedIds } from './storedIds.ts'
import {
  isUnsupportedMethod,
  readAccounts,
  readNetworkId,
  switchChain,
  toProviderRpcError,
  toWalletError,
} from './walletAnswers.ts'

type Handlers = {
  onNetwork(caipNetworkId: CaipNetworkId): void
  /** The provider lost its chains (EIP-1193 `disconnect`). */
  onLost(code: unknown): void
  /** It is back (EIP-1193 `connect`). */
  onBack(): void
}

/** Follows the events of one provider (EIP-1193). What has not their form is passed over. Returns how to stop. */
function followProvider(
  provider: PageProvider,
  emitter: ConnectorContext['emitter'],
  handlers: Handlers,
): () => void {
  const listeners: Record<string, (payload: unknown) => void> = {
    accountsChanged(payload) {
      const accounts = unlessInvalid(() => readAccounts(payload))
      if (accounts) emitter.emit('change', { accounts })
    },
    chainChanged(payload) {
      const caipNetworkId = unlessInvalid(() => readNetworkId(payload))
      if (caipNetworkId) handlers.onNetwork(caipNetworkId)
    },
    disconnect: (payload) =>
      handlers.onLost(
        unlessInvalid(() =>
          typeof payload === 'object' && payload !== null && 'code' in payload ? payload.code : undefined,
        ),
      ),
    connect: () => handlers.onBack(),
  }
  const each = (how: 'on' | 'removeListener') => {
    // A broken wallet must not break the page.
    for (const [event, listener] of Object.entries(listeners))
      unlessInvalid(() => provider[how]?.(event, listener as ProviderListener))
  }
  each('on')
  return () => each('removeListener')
}

function unlessInvalid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What needs no person, ms. */
const READ_LIMIT = 10_000
/** MetaMask's code for a connection to its background that is lost for a moment. */
const TRY_AGAIN_LATER = 1013

type ProviderLink = {
  provider(): PageProvider
  /** Asks what a person answers: without a limit, until it is aborted. */
  ask(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /** Asks what needs no person. */
  read(method: string, signal?: AbortSignal): Promise<unknown>
  /** Settles at the wallet's next `chainChanged`, after so many ms, or when it is not wanted any more. */
  nextChange(limit: number, unwanted: AbortSignal): Promise<void>
  /** Tells the page what the wallet tells. */
  follow(): void
  /** Answers whether it followed until now. */
  unfollow(): boolean
}

/** The way to the provider of one wallet, over its exchanges. */
function createProviderLink(
  emitter: ConnectorContext['emitter'],
  wallet: InjectedWallet,
  destroyed: AbortSignal,
): ProviderLink {
  const cell = wallet.provider
  const waitingForChange = new Set<() => void>()
  let stop: (() => void) | undefined

  const ask = (
    method: string,
    params?: readonly unknown[],
    signal?: AbortSignal,
    limit?: number,
  ): Promise<unknown> =>
    waitFor(() => cell.get().request(params ? { method, params } : { method }), {
      limit,
      signals: [signal, destroyed],
    })
  const read = (method: string, signal?: AbortSignal) => ask(method, undefined, signal, READ_LIMIT)

  /** Tells where the wallet stands after a time in which it could not say so itself. */
  const resume = async () => {
    const accounts = readAccounts(await read('eth_accounts'))
    const caipNetworkId = readNetworkId(await read('eth_chainId'))
    if (stop) emitter.emit('change', accounts.length > 0 ? { accounts, caipNetworkId } : { accounts })
  }
  const attach = () =>
    followProvider(cell.get(), emitter, {
      onNetwork(caipNetworkId) {
        emitter.emit('change', { caipNetworkId })
        for (const resolve of [...waitingForChange]) resolve()
      },
      onLost(code) {
        // It comes back by itself, and says so by `connect`. Everything else is the end (EIP-1193, 4900).
        if (code === TRY_AGAIN_LATER) return
        unfollow()
        emitter.emit('disconnect', {})
      },
      onBack: () => void resume().catch(() => undefined),
    })
  const unfollow = () => {
    const wasFollowing = stop !== undefined
    stop?.()
    stop = undefined
    return wasFollowing
  }
  return {
    provider: cell.get,
    ask,
    read,
    nextChange: (limit, unwanted) =>
      new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer)
          waitingForChange.delete(settle)
          resolve()
        }
        const timer = setTimeout(settle, limit)
        waitingForChange.add(settle)
        for (const signal of [unwanted, destroyed]) signal.addEventListener('abort', settle, { once: true })
      }),
    follow() {
      unfollow()
      let detach = attach()
      const stopReplacing = cell.onReplace(() => {
        detach()
        detach = attach()
        // Another provider may have other accounts: nothing of the old one is taken for granted.
        void resume().catch(() => emitter.emit('change', { accounts: [] }))
      })
      stop = () => {
        stopReplacing()
        detach()
      }
    },
    unfollow,
  }
}

/** A read that the page makes may go to a slow node, ms. */
const NODE_LIMIT = 60_000
const DISCONNECT_LIMIT = 3_000
/** JSON-RPC methods that ask a node, not a person. */
const NODE_METHOD =
  /^(?:net_\w+|web3_\w+|eth_(?:accounts|chainId|syncing|blockNumber|gasPrice|maxPriorityFeePerGas|blobBaseFee|feeHistory|call|estimateGas|createAccessList|get(?!EncryptionPublicKey)\w+))$/
/** EIP-2255 */
const ACCOUNTS = [{ eth_accounts: {} }]
/** Ids that more than one wallet had when the visitor connected. */
const AMBIGUOUS_IDS = 'ambiguous_connector_ids'

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
    async request({ method, params, caipNetworkId, signal }) {
      if (caipNetworkId && method === 'eth_sendTransaction')
        await refuseElsewhere(link, context.emitter, caipNetworkId, signal)
      const args = params === undefined ? { method } : { method, params }
      const limit = NODE_METHOD.test(method) ? NODE_LIMIT : undefined
      const signals = [signal, destroyed.signal]
      return waitFor(() => link.provider().request(args), { limit, signals }).catch((error: unknown) => {
        throw toProviderRpcError(error)
      })
    },
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

/**
 * A wallet that has gone to another network without a word would send it there: a transaction need not say which network it is
 * for. One that does not tell where it is is asked all the same.
 *
 * @throws OtherNetworkError; the page has heard then where the wallet is
 */
async function refuseElsewhere(
  link: ProviderLink,
  emitter: ConnectorContext['emitter'],
  shown: CaipNetworkId,
  signal: AbortSignal | undefined,
): Promise<void> {
  const told = await link.read('eth_chainId', signal).catch(() => undefined)
  const caipNetworkId = unlessInvalid(() => readNetworkId(told))
  if (caipNetworkId === undefined || caipNetworkId === shown) return
  emitter.emit('change', { caipNetworkId })
  throw new OtherNetworkError()
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
