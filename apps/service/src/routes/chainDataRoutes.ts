import {
  BalancesUnavailableError,
  balanceQuery,
  caip10,
  getAccountBalance,
  getFungiblePrice,
  getIdentity,
  getSupportedChains,
  InvalidRequestError,
  identityQuery,
  listSmartSessions,
  PricesUnavailableError,
  RateLimitedError,
  revokeSmartSession,
  SmartSessionUnknownError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { isAddress } from 'viem'
import { type ChainData, createChainData } from '../chainData/createChainData.ts'
import { describeBalances, findShown, priceOf } from '../chainData/describeBalances.ts'
import { type Chain, tokensOf } from '../config/chains.ts'
import { caip2Of, readEvmCaip10 } from '../config/namespaces.ts'
import { sameToken, type Token } from '../config/tokens/tokenSchema.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { retryAfterOf } from '../db/counters.ts'
import type { Caller } from '../http/Call.ts'
import { addressKeyOf } from '../http/clientAddress.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { namesOf } from '../names/nameRecords.ts'
import { readQuery } from '../query/readQuery.ts'
import type { Prices } from '../upstreams/prices/PriceSource.ts'
import { addHistoryRoute } from './historyRoutes.ts'

const serving: Serving = { audience: 'page', count: 'data' }

const MOST_BALANCES = 1_000

const wrong = (field: string) => new InvalidRequestError({ data: { field } })

/** The account of the path, in lower case. @throws InvalidRequestError */
function accountOf({ params }: Pick<Caller, 'params'>): `0x${string}` {
  const { address = '' } = params
  // viem takes mixed case with its checksum alone (ERC-55).
  if (!isAddress(address)) throw wrong('address')
  return address.toLowerCase() as `0x${string}`
}

/** Networks that are asked for. @throws UnknownNetworkError */
function chainsOf({ chains }: ServiceContext, chainId: string | undefined): Chain[] {
  if (chainId === undefined) return [...chains.values()]
  const chain = chains.get(chainId)
  if (!chain) throw new UnknownNetworkError()
  return [chain]
}

type Forced = readonly { chainId: string; address: string }[]

/** @throws InvalidRequestError */
function readForced(text: string | undefined): Forced {
  return (text ?? '')
    .split(',')
    .filter((id) => id !== '')
    .flatMap((id) => {
      if (!caip10().safeParse(id).success) throw wrong('forceUpdate')
      return readEvmCaip10(id) ?? []
    })
}

/** A reading that nothing kept is good enough for costs each time. @throws RateLimitedError */
async function limitForced(service: ServiceContext, { address }: Caller, forced: Forced): Promise<void> {
  if (forced.length === 0) return
  const key = `forced:${addressKeyOf(service, address)}`
  const wait = await service.take({ key, limit: service.limits.forcedReadsPerMinute, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}

/** What is to be read anew of a network; null: nothing. A token that is not on the list is not told, whoever asks. */
function tokensToRenew(chain: Chain, forced: Forced): Token[] | null {
  const named = forced.filter(({ chainId }) => chainId === caip2Of(chain))
  if (named.length === 0) return null
  return tokensOf(chain).filter(({ address }) => named.some((one) => sameToken(one.address, address)))
}

async function readBalances(data: ChainData, chain: Chain, account: `0x${string}`, forced: Forced) {
  // A balance is worth telling without its price.
  const [amounts, prices] = await Promise.all([
    data.amounts(chain, account, tokensOf(chain), tokensToRenew(chain, forced)),
    data.prices(chain).catch((): Prices => new Map()),
  ])
  return describeBalances(chain, amounts, prices)
}

function addBalanceRoute(routes: Routes, data: ChainData): void {
  const query = Object.keys(balanceQuery().shape)
  registerRoute(routes, getAccountBalance, { ...serving, query }, async (service, call) => {
    const account = accountOf(call)
    const { chainId, forceUpdate } = readQuery(balanceQuery(), call.query)
    const chains = chainsOf(service, chainId)
    const forced = readForced(forceUpdate)
    await limitForced(service, call, forced)
    const answers = await Promise.allSettled(
      chains.map((chain) => readBalances(data, chain, account, forced)),
    )
    const unavailable = chains.filter((_, index) => answers[index]?.status === 'rejected').map(caip2Of)
    if (unavailable.length === chains.length) throw new BalancesUnavailableError()
    const balances = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    return { balances: balances.slice(0, MOST_BALANCES), ...(unavailable.length ? { unavailable } : {}) }
  })
}

/** What the answer says of one token; null where its network, the token or its price is not known. */
function describePrice(chain: Chain | undefined, asked: string, prices: Prices) {
  const token = readEvmCaip10(asked)
  const shown = chain && token && findShown(chain, token.address)
  const price = shown ? priceOf(shown, prices) : null
  if (!shown || price === null) return null
  const { name, symbol, iconUrl } = shown
  return { address: asked, name, symbol, price, ...(iconUrl === undefined ? {} : { iconUrl }) }
}

function addPriceRoute(routes: Routes, data: ChainData): void {
  const options = {
    ...serving,
    allowedHeaders: 'content-type',
    contentTypes: ['application/json', 'text/plain'],
  }
  registerRoute(routes, getFungiblePrice, options, async ({ chains }, { body, project }) => {
    if (body.projectId !== undefined && body.projectId !== project?.id) throw wrong('projectId')
    const chainIds = new Set(body.addresses.flatMap((id) => readEvmCaip10(id)?.chainId ?? []))
    const asked = [...chainIds].flatMap((id) => chains.get(id) ?? [])
    const answers = await Promise.allSettled(asked.map((chain) => data.prices(chain)))
    const known = new Map(
      answers.flatMap((answer, index): [Chain | undefined, Prices][] =>
        answer.status === 'fulfilled' ? [[asked[index], answer.value]] : [],
      ),
    )
    if (asked.length > 0 && known.size === 0) throw new PricesUnavailableError()
    const fungibles = body.addresses.flatMap((id) => {
      const chain = chains.get(readEvmCaip10(id)?.chainId ?? '')
      const prices = known.get(chain)
      return (prices && describePrice(chain, id, prices)) || []
    })
    return { fungibles }
  })
}

/** Spec 7, smart sessions. The wallet lists what it has given: `wallet_getGrantedExecutionPermissions` (ERC-7715). */
function addSmartSessionRoutes(routes: Routes): void {
  registerRoute(routes, listSmartSessions, serving, async (_, { params }) => {
    requireAccount(params)
    return { pcis: [] }
  })
  const taking: Serving = { ...serving, contentTypes: ['application/json', 'text/plain'] }
  registerRoute(routes, revokeSmartSession, taking, async (_, { params }) => {
    requireAccount(params)
    throw new SmartSessionUnknownError()
  })
}

/** An address, or a CAIP-10 account id as other clients write it. @throws InvalidRequestError */
function requireAccount({ address = '' }: Caller['params']): void {
  if (!caip10().safeParse(address).success) accountOf({ params: { address } })
}

/** Spec 7, blockchain data: which networks there are, and what accounts have and are called there. */
export function addChainDataRoutes(routes: Routes): void {
  const data = createChainData(routes.service)
  registerRoute(routes, getSupportedChains, serving, async ({ chains }) => ({
    http: [...chains.keys()],
    ws: [...chains.keys()],
  }))
  addBalanceRoute(routes, data)
  addPriceRoute(routes, data)
  addHistoryRoute(routes, data)
  addSmartSessionRoutes(routes)
  const query = Object.keys(identityQuery().shape)
  registerRoute(routes, getIdentity, { ...serving, query }, async ({ db, config }, call) => {
    const account = accountOf(call)
    // Who asks changes nothing of the answer.
    readQuery(identityQuery(), call.query)
    // Chosen in this wallet, so it goes before what the registry says. What holds on one network alone does not: on another
    // the contract at that address may be somebody else's.
    const names = config.names ? await namesOf(db, account, config.names.zones) : []
    const own = names.find(({ coinType }) => coinType === null)
    return own ? { name: own.name, avatar: null } : data.identity(account)
  })
}
