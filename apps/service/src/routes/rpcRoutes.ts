import { setMaxListeners } from 'node:events'
import { callChain, type RpcCall } from '@latchkey/protocol/chainRpc'
import {
  ChainBusyError,
  ChainUnavailableError,
  InvalidRequestError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import { createBitcoinCalls } from '../chainData/createBitcoinCalls.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of, isAnsweredElsewhere, otherNamespaceOf, pricedCoinOf } from '../config/namespaces.ts'
import type { Network as ConfiguredNetwork } from '../config/networks.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { limitGuest, limitReads } from '../http/admitCaller.ts'
import type { Caller } from '../http/Call.ts'
import { limitAddress } from '../http/clientAddress.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { describeError } from '../observability/createLogger.ts'
import { costIn } from '../paymaster/receiptCost.ts'
import { settleReceipt } from '../paymaster/spending.ts'
import { createEsplora } from '../upstreams/bitcoin/createEsplora.ts'
import { createGate } from '../upstreams/createGate.ts'
import { createLlamaCoin, createLlamaGuard } from '../upstreams/prices/createLlamaPrices.ts'
import { type BundlerOptions, passToBundler } from '../upstreams/rpc/bundlers.ts'
import { isForBundler, isForGuests, type PassedOn, passOn, refuseMethod } from '../upstreams/rpc/passOn.ts'
import { type Burst, createSharedReads, newBurst, type SharedReads } from '../upstreams/rpc/shareReads.ts'
import { createUpstream, type Upstream } from '../upstreams/rpc/upstream.ts'

const BODY_LIMIT = 512 * 1024
/** Each is a request of its own to a bundler, and most of them simulate. */
const MOST_BUNDLER_CALLS = 20
/** Each is a request of its own there. */
const MOST_ESPLORA_CALLS = 20
/** Characters of all answers to a batch together: our own client reads no more. Equal calls are asked once and answered each. */
const MOST_REPLY = 33_554_432

/** What a caller who found no place is told to wait, in seconds. */
const BUSY_PAUSE = 2

/** Of Ethereum's namespace, which has more than a node. */
type EvmNetwork = {
  caip2: string
  chain: Chain
  upstream: Upstream
  bundlers: BundlerOptions
  reads: SharedReads
}
/** Of another namespace: reads and sending alone. */
type OtherNetwork = {
  caip2: string
  chain: null
  answer: (call: RpcCall, signal: AbortSignal) => Promise<PassedOn>
}
type Network = EvmNetwork | OtherNetwork

function openNetwork({ limits }: ServiceContext, chain: Chain): EvmNetwork {
  const { rpcTry: timeout, rpcAtOnce: atOnce, rpcWaiting: waiting, rpcPatience: patience } = limits
  const gate = { atOnce, waiting, patience }
  const gates = new Map((chain.bundlerUrls ?? []).map((url) => [url, createGate(gate)]))
  return {
    caip2: caip2Of(chain),
    chain,
    upstream: createUpstream(chain, () => performance.now(), { timeout, gate }),
    bundlers: { timeout, gates },
    reads: createSharedReads(),
  }
}

/** Who tells the price of a network's coin; undefined: nobody has been set up, or it has none. */
function priceOf({ config, limits }: ServiceContext, { caip2, testnet }: ConfiguredNetwork) {
  const coin = testnet ? undefined : pricedCoinOf(caip2)
  if (config.pricesUrl === undefined || coin === undefined) return undefined
  const options = { url: config.pricesUrl, now: config.now, timeout: limits.dataTry }
  return createLlamaCoin(coin, options, createLlamaGuard(config.now))
}

function openOther(service: ServiceContext, network: ConfiguredNetwork): OtherNetwork {
  const { limits, config } = service
  const { caip2, rpcUrls, testnet } = network
  const { rpcTry: timeout, rpcAtOnce: atOnce, rpcWaiting: waiting, rpcPatience: patience } = limits
  const gate = { atOnce, waiting, patience }
  if (otherNamespaceOf(caip2)?.answeredBy === 'esplora') {
    const source = createEsplora({ rpcUrls, testnet, timeout, gate, now: () => performance.now() })
    return { caip2, chain: null, answer: createBitcoinCalls(source, config.now, priceOf(service, network)) }
  }
  const options = { timeout, gate, batch: false, pingMethod: 'getHealth' }
  const upstream = createUpstream({ rpcUrls }, () => performance.now(), options)
  const isAnswered = (method: string) => isAnsweredElsewhere(caip2, method, false)
  return { caip2, chain: null, answer: (call, signal) => passOn(upstream, call, signal, isAnswered) }
}

/** Whether a page whose origin is not on the project's list may ask it. */
const isOpen = ({ chain, caip2 }: Network, method: string) =>
  chain ? isForGuests(method) : isAnsweredElsewhere(caip2, method, true)

/** A sponsored operation is settled as soon as somebody asks for its receipt. */
async function noteReceipt(
  service: ServiceContext,
  chain: Chain,
  call: RpcCall,
  { reply }: PassedOn,
): Promise<void> {
  if (!chain.paymaster || call.method !== 'eth_getUserOperationReceipt' || !('result' in reply)) return
  const cost = costIn(reply.result)
  const [asked] = Array.isArray(call.params) ? call.params : []
  // A receipt of another operation is no answer to this question.
  if (!cost || cost.userOpHash !== String(asked).toLowerCase()) return
  const receipt = { ...cost, chainId: chain.id, paymaster: chain.paymaster.address.toLowerCase() }
  await settleReceipt(service.db, receipt, service.config.now()).catch((error: unknown) =>
    service.logger.warn({ chain: chain.id, ...describeError(error) }, 'sponsorship not settled'),
  )
}

type Waiting = { signal: AbortSignal; burst: Burst }

async function answerCall(service: ServiceContext, network: Network, call: RpcCall, waiting: Waiting) {
  const { signal } = waiting
  const { metrics } = service
  if (!network.chain) {
    const passed = await network.answer(call, signal)
    metrics.upstream.inc({ chain: network.caip2, outcome: passed.outcome })
    return passed
  }
  const { caip2, chain, upstream, bundlers, reads } = network
  if (!isForBundler(call.method)) {
    const ask = async (one: RpcCall, ended: AbortSignal) => {
      const passed = await passOn(upstream, one, ended)
      metrics.upstream.inc({ chain: caip2, outcome: passed.outcome })
      return passed
    }
    return reads(call, { ...waiting, ask })
  }
  const passed = await passToBundler(chain, call, signal, bundlers)
  metrics.bundler.inc({ chain: caip2, method: call.method, outcome: passed.outcome })
  await noteReceipt(service, chain, call, passed)
  return passed
}

const serving: Serving = {
  audience: 'page',
  count: 'rpc',
  allowedHeaders: 'content-type',
  query: ['chainId'],
  // A text body needs no preflight; the origin was checked all the same.
  contentTypes: ['application/json', 'text/plain'],
  bodyLimit: BODY_LIMIT,
  refusalOf: () => new InvalidRequestError({ details: 'Not a JSON-RPC 2.0 call or batch.' }),
}

/** @throws InvalidRequestError for answers that are too long together */
function writeReplies(passed: readonly PassedOn[], isBatch: boolean): Response {
  let length = 0
  const texts = passed.map(({ reply }) => {
    const text = JSON.stringify(reply)
    length += text.length
    if (length > MOST_REPLY)
      throw new InvalidRequestError({ details: 'The answers to this batch are too long.' })
    return text
  })
  const body = isBatch ? `[${texts.join(',')}]` : texts[0]
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** Spec 7, chain RPC: `POST /v1?chainId=<CAIP-2>&projectId=<id>`. */
export function addRpcRoutes(routes: Routes): void {
  const { service: context } = routes
  const networks = new Map<string, Network>([
    ...[...context.chains].map(([caip2, chain]) => [caip2, openNetwork(context, chain)] as const),
    ...(context.config.networks ?? []).map((one) => [one.caip2, openOther(context, one)] as const),
  ])
  const networkOf = ({ query }: Caller): Network => {
    const network = networks.get(query.get('chainId') ?? '')
    if (!network) throw new UnknownNetworkError()
    return network
  }
  const requires = (_: ServiceContext, caller: Caller) => networkOf(caller)
  registerRoute(routes, callChain, { ...serving, requires }, async (service, call) => {
    const network = networkOf(call)
    const calls = Array.isArray(call.body) ? call.body : [call.body]
    // Reading a body costs as well: the first call of a batch was counted before it, the others are now.
    if (calls.length > 1) {
      await limitAddress(service, 'rpc', call.address, calls.length - 1)
      await limitGuest(service, call, calls.length - 1)
    }
    await limitReads(service, call, calls.length)
    if (calls.filter(({ method }) => isForBundler(method)).length > MOST_BUNDLER_CALLS)
      throw new InvalidRequestError({ details: 'Too many calls for a bundler in one batch.' })
    const isEsplora = otherNamespaceOf(network.caip2)?.answeredBy === 'esplora'
    if (isEsplora && calls.length > MOST_ESPLORA_CALLS)
      throw new InvalidRequestError({ details: 'Too many calls of Bitcoin in one batch.' })
    const limit = startDeadline(service.limits.rpcTotal, call.request.signal)
    // Each call of a batch listens.
    setMaxListeners(0, limit.signal)
    const burst = newBurst()
    const passed: PassedOn[] = await Promise.all(
      calls.map((one) =>
        call.isGuest && !isOpen(network, one.method)
          ? refuseMethod(one)
          : answerCall(service, network, one, { signal: limit.signal, burst }),
      ),
    ).finally(limit.clear)
    if (passed.every(({ outcome }) => outcome === 'busy'))
      throw new ChainBusyError({ data: { retryAfter: BUSY_PAUSE } })
    if (passed.every(({ outcome }) => outcome === 'unavailable' || outcome === 'busy'))
      throw new ChainUnavailableError()
    return writeReplies(passed, Array.isArray(call.body))
  })
}
