import type {
  CaipNetworkId,
  ChainNamespace,
  ConnectorContext,
  RequestArguments,
} from '@latchkey/core/connector'
import { loading } from '@latchkey/errors'
import { isRecord } from '@latchkey/std/isRecord'
import { lazy } from '@latchkey/std/lazy'
import {
  ChainNotSupportedError,
  MethodNotApprovedError,
  NoSessionError,
  RelayUnreachableError,
  SessionEndedError,
  waitFor,
} from '../answer/errors.ts'
import type { Client, Session } from './createClient.ts'
import {
  type ActiveNetworks,
  accountsOn,
  approvedNetworks,
  isApproved,
  type SessionLike,
  toRequestError,
} from './readSession.ts'
import type { Transport } from './transport.ts'

/** Loaded with the first read: it brings the client of the service, which pairing and signing do without. */
const loadReadRpc = lazy(() => loading(import('../network/readRpc.ts')))
/** Loaded with the first request to a wallet of Solana. */
const loadSolanaProfile = lazy(() => loading(import('./solana/askByProfile.ts')))
const loadSendSigned = lazy(() => loading(import('../network/sendSigned.ts')))

/** Methods of a node. A phone need not be asked for what everyone can read. */
const NODE_METHOD =
  /^(?:net_\w+|web3_\w+|eth_(?:syncing|blockNumber|gasPrice|maxPriorityFeePerGas|blobBaseFee|feeHistory|call|estimateGas|createAccessList|sendRawTransaction|simulateV1|get(?!EncryptionPublicKey)\w+))$/

/** Whether a method asks a node and no wallet. */
export const isNodeMethod = (method: string): boolean => NODE_METHOD.test(method)

/** What a wallet says of itself when it connects (CAIP-25). All of it comes from the wallet. */
export type SessionProperties = SessionLike & { sessionProperties?: unknown; scopedProperties?: unknown }

type Capabilities = Record<string, Record<string, unknown>>

/** Names of capabilities for all networks; the session's properties hold other things too. */
const SESSION_WIDE: ReadonlySet<string> = new Set([
  'atomic',
  'auxiliaryFunds',
  'flow-control',
  'paymasterService',
  'permissions',
  'sessionKeys',
])
const HEX = /^0x(?:0|[1-9a-f][0-9a-f]{0,12})$/i
const MAX_TEXT = 16_384

/**
 * Answers `wallet_getCapabilities` (EIP-5792) from what the wallet said when it connected: in its session properties for
 * all networks, in its scoped properties for one, or for one account of it (CAIP-25). Undefined where that says nothing of one
 * of the networks: then the wallet is asked.
 */
export function sessionCapabilities(session: SessionProperties, params: unknown): Capabilities | undefined {
  const [address, asked]: unknown[] = Array.isArray(params) ? params : []
  if (typeof address !== 'string' || !(asked === undefined || isChainIds(asked))) return undefined
  const approved = approvedNetworks(session, 'eip155')
  const wanted = asked?.map((id) => `eip155:${Number(id)}`) ?? approved
  const everywhere = pick(session.sessionProperties, (name) => SESSION_WIDE.has(name))
  const answer: Capabilities = {}
  for (const caip2 of approved.filter((id) => wanted.includes(id))) {
    const isOwn = accountsOn(session, { eip155: caip2 }).some(
      (account) => account.address.toLowerCase() === address.toLowerCase(),
    )
    if (!isOwn) return undefined
    const here = { ...everywhere, ...ofNetwork(session.scopedProperties, caip2, address) }
    if (Object.keys(here).length === 0) return undefined
    answer[`0x${Number(caip2.split(':')[1]).toString(16)}`] = here
  }
  return Object.keys(answer).length > 0 ? answer : undefined
}

const isChainIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 200 && value.every((id) => typeof id === 'string' && HEX.test(id))

/** An object, or one that is written as a text: both are in use. */
function recordOf(value: unknown): Record<string, unknown> | undefined {
  if (isRecord(value)) return value
  if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function pick(value: unknown, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(recordOf(value) ?? {}).flatMap(([name, entry]) => {
      const capability = isWanted(name) ? recordOf(entry) : undefined
      return capability ? [[name, capability]] : []
    }),
  )
}

/** What is said of an account wins over what is said of its network. */
function ofNetwork(scoped: unknown, caip2: string, address: string): Record<string, unknown> {
  const properties = recordOf(scoped) ?? {}
  const network = Object.hasOwn(properties, caip2) ? recordOf(properties[caip2]) : undefined
  if (!network) return {}
  const key = `${caip2}:${address}`.toLowerCase()
  const own = Object.entries(network).find(([name]) => name.toLowerCase() === key)?.[1]
  return { ...pick(network, (name) => !name.includes(':')), ...pick(own, (name) => !name.includes(':')) }
}

/** How long a person may take, s. It is the lifetime that the specification gives requests. */
const EXPIRY = 900
/** How long the relay may take to be there, and to have accepted a request; ms. */
const REACH_LIMIT = 9_000
const ACCEPT_LIMIT = 14_500

type Until = {
  signal?: AbortSignal | undefined
  /** Aborts when the session ends. */
  ended: AbortSignal
}
type RequestParameters = RequestArguments &
  Until & {
    session: Session
    active: ActiveNetworks
    caipNetworkId: CaipNetworkId
  }
type Surroundings = { context: ConnectorContext; client: Client; transport: Transport }

/**
 * Sends a request where it belongs: what the session says is answered here, what a node knows is read by the service,
 * and the rest goes to the wallet.
 *
 * @throws RelayUnreachableError within 15 s, MethodNotApprovedError, RequestExpiredError, RequestAbortedError, or what
 * the wallet answers with
 */
export async function sessionRequest(around: Surroundings, parameters: RequestParameters): Promise<unknown> {
  const { session, active, caipNetworkId, method, params, signal, ended } = parameters
  const namespace = caipNetworkId.split(':')[0] as ChainNamespace
  if (namespace === 'eip155') {
    const addresses = () =>
      accountsOn(session, active).flatMap((account) =>
        account.namespace === 'eip155' ? [account.address] : [],
      )
    const id = Number(caipNetworkId.split(':')[1])
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return addresses()
    if (method === 'eth_chainId') return `0x${id.toString(16)}`
    if (method === 'net_version') return String(id)
    if (isNodeMethod(method)) {
      const { services, projectId } = around.context
      const { readRpc } = await loadReadRpc()
      return readRpc({
        apiOrigin: services.apiOrigin,
        projectId,
        caipNetworkId,
        method,
        signal,
        ...(params ? { params } : {}),
      })
    }
  }
  if (!approvedNetworks(session, namespace).includes(caipNetworkId))
    throw new ChainNotSupportedError({ data: { rpcCode: 4901 } })
  const said = method === 'wallet_getCapabilities' ? sessionCapabilities(session, params) : undefined
  if (said) return said
  const allows = (name: string) => isApproved(session, caipNetworkId, name)
  // What a wallet only signs the service sends, as for wallets of the browser.
  const isHelped = method === 'solana_signAndSendTransaction' && allows('solana_signTransaction')
  if (!allows(method) && !isHelped) throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  const args = params ? { method, params } : { method }
  const ask = (asked: RequestArguments) =>
    askWallet(around, session.topic, caipNetworkId, asked, { signal, ended })
  if (namespace !== 'solana') return ask(args)
  const [account] = accountsOn(session, { solana: caipNetworkId })
  const { askByProfile } = await loadSolanaProfile()
  const send = async (wire: Uint8Array, options: object) =>
    (await loadSendSigned()).sendSigned(around.context, caipNetworkId, wire, options)
  return askByProfile(args, { signer: account?.address, allows, ask, send })
}

/**
 * Asks the wallet, once the relay is there: a request that waits in the client would reach the wallet long after.
 *
 * @throws SessionEndedError when the session ends before the wallet has answered: the client would wait for a quarter of an hour
 */
export async function askWallet(
  { client, transport }: Surroundings,
  topic: string,
  chainId: string,
  args: RequestArguments,
  { signal, ended }: Until,
): Promise<unknown> {
  const until = Date.now() + ACCEPT_LIMIT
  await transport.ensure(REACH_LIMIT, signal)
  if (ended.aborted) throw new NoSessionError({ data: { rpcCode: 4900 } })
  const request = { method: args.method, params: args.params ?? [] }
  const accepted = acceptance(client, request, until - Date.now())
  const over = endOf(ended)
  try {
    const asking = client.request({ topic, chainId, request, expiry: EXPIRY })
    return await waitFor(() => Promise.race([asking, accepted.refused, over.reached]), { signals: [signal] })
  } catch (error) {
    throw toRequestError(error)
  } finally {
    accepted.stop()
    over.stop()
  }
}

/** Rejects when the session ends; never resolves. */
function endOf(ended: AbortSignal): { reached: Promise<never>; stop(): void } {
  let stop = (): void => undefined
  const reached = new Promise<never>((_, reject) => {
    const onEnd = () => reject(new SessionEndedError())
    stop = () => ended.removeEventListener('abort', onEnd)
    ended.addEventListener('abort', onEnd, { once: true })
  })
  return { reached, stop: () => stop() }
}

/** Rejects when the relay has not accepted a request in time; never resolves. */
function acceptance(
  client: Client,
  request: object,
  limit: number,
): { refused: Promise<never>; stop(): void } {
  let stop = (): void => undefined
  const refused = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new RelayUnreachableError()), limit)
    const onSent = (event: { request: object }) => {
      if (event.request === request) stop()
    }
    stop = () => {
      clearTimeout(timer)
      client.off('session_request_sent', onSent)
    }
    client.on('session_request_sent', onSent)
  })
  return { refused, stop: () => stop() }
}
