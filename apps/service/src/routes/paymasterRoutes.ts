import { BaseError } from '@latchkey/errors'
import { callPaymaster } from '@latchkey/protocol/chainRpc'
import {
  InvalidRequestError,
  PaymasterNotRegisteredError,
  PaymasterUnreachableError,
  RateLimitedError,
  SmartAccountsNotOfferedError,
  SponsorshipBudgetSpentError,
  SponsorshipRefusedError,
  UnknownNetworkError,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { keyedHash } from '../crypto/bytes.ts'
import { retryAfterOf } from '../db/counters.ts'
import type { Caller } from '../http/Call.ts'
import { type Routes, registerRoute, type Served, type Serving } from '../http/registerRoute.ts'
import { askExternal, createExternalGates, type ExternalGates } from '../paymaster/externalPaymaster.ts'
import { findSponsored } from '../paymaster/findSponsored.ts'
import { createNetworkFacts, dataOf, type NetworkFacts, stubOf } from '../paymaster/ownPaymaster.ts'
import { type PaymasterCall, paymasterCall, requireChain } from '../paymaster/paymasterCall.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'

const BODY_LIMIT = 256 * 1_024
const MINUTE = 60_000

/** EIP-1474: invalid params, resource not found or unavailable, transaction rejected, not supported, limit exceeded. */
const RPC_CODES: ReadonlyMap<number, number> = new Map([
  [InvalidRequestError.code, -32_602],
  [PaymasterNotRegisteredError.code, -32_001],
  [PaymasterUnreachableError.code, -32_002],
  [SponsorshipRefusedError.code, -32_003],
  [SmartAccountsNotOfferedError.code, -32_004],
  [SponsorshipBudgetSpentError.code, -32_005],
])

type Asked = {
  project: Project
  chain: Chain
  call: PaymasterCall
  service: string | undefined
  gates: ExternalGates
  signal: AbortSignal
}

async function limitAccount(service: ServiceContext, walletId: string): Promise<void> {
  const key = `paymaster-account:${keyedHash(service.hashKeys.address, walletId)}`
  const limit = service.limits.paymasterCallsPerAccountMinute
  const wait = await service.take({ key, limit, window: MINUTE })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}

async function answer(service: ServiceContext, facts: NetworkFacts, asked: Asked): Promise<unknown> {
  const { project, chain, call, signal } = asked
  if (!chain.bundlerUrls) throw new SmartAccountsNotOfferedError()
  const [operation] = call.params
  const walletId = await findSponsored(service, project.id, operation)
  await limitAccount(service, walletId)
  if (asked.service !== undefined) return askExternal(project, asked.service, call, signal, asked.gates)
  const question = { project, chain, walletId }
  return call.method === 'pm_getPaymasterData'
    ? dataOf(service, facts, question, call.params[0])
    : stubOf(service, question)
}

/** The reply of a call that was refused, as JSON-RPC has it; any other error stays one. */
function refusalOf(error: unknown) {
  const code = error instanceof BaseError ? RPC_CODES.get(error.code) : undefined
  if (!(error instanceof BaseError) || code === undefined) throw error
  return { code, message: error.shortMessage, data: { code: error.code, ...error.data } }
}

async function reply(service: ServiceContext, facts: NetworkFacts, asked: Asked) {
  const { chain, call } = asked
  const head = { jsonrpc: '2.0' as const, id: call.id }
  const count = (outcome: string) =>
    service.metrics.sponsorships.inc({
      chain: caip2Of(chain),
      kind: `${asked.service === undefined ? 'own' : 'service'}-${call.method === 'pm_getPaymasterData' ? 'data' : 'stub'}`,
      outcome,
    })
  try {
    const result = await answer(service, facts, asked)
    count('given')
    return { ...head, result }
  } catch (error) {
    const refusal = refusalOf(error)
    count(String(refusal.data.code))
    return { ...head, error: refusal }
  }
}

const serving: Serving = {
  audience: 'wallet',
  count: 'paymaster',
  allowedHeaders: 'content-type',
  query: ['projectId', 'chainId', 'service'],
  contentTypes: ['application/json', 'text/plain'],
  bodyLimit: BODY_LIMIT,
  refusalOf: () => new InvalidRequestError({ details: 'Not a call of ERC-7677.' }),
}

/** ERC-7677 for the wallet alone: the operator's own paymaster, and those that the project has registered. */
export function addPaymasterRoutes(routes: Routes, clients: ChainClients): void {
  const gates = createExternalGates(routes.service.limits)
  const facts = createNetworkFacts(clients, () => performance.now())
  const route: Served<typeof paymasterCall> = {
    method: 'POST',
    path: callPaymaster.path,
    body: paymasterCall,
  }
  const find = async (service: ServiceContext, { query }: Caller) => {
    const project = await service.projects.find(query.get('projectId') ?? '')
    if (!project) throw new UnknownProjectError()
    const chain = service.chains.get(query.get('chainId') ?? '')
    if (!chain) throw new UnknownNetworkError()
    return { project, chain }
  }
  registerRoute(routes, route, { ...serving, requires: find }, async (service, call) => {
    const { query, body, request } = call
    const { project, chain } = await find(service, call)
    requireChain(body, chain)
    const external = query.get('service') ?? undefined
    const asked = { project, chain, call: body, service: external, gates, signal: request.signal }
    return Response.json(await reply(service, facts, asked))
  })
}
