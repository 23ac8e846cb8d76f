import { isAddressText, parseAddress, readToken, sameAddress } from '@latchkey/chain-evm/decode'
import type { TokenInfo } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError, NotConnectedError, RpcParamsError } from '@latchkey/protocol/frame'
import { startDeadline } from '@latchkey/std/deadline'
import { toQuantity } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import { symbolOf } from '../../../approvals/phrases.ts'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import { activeChain, type Frame } from '../../../context/Frame.ts'
import { plainText } from '../../../site/plainText.ts'
import { isEvm } from '../model/evmNamespace.ts'
import type { FrameAccounts, NamedCalls, NamedOutcomes } from '../model/transaction.ts'
import { noteTokens, seenTokens } from '../parties/knownParties.ts'
import { askChain, askTokens, balanceCall, quantityOf, readTokens, resultOf } from '../rpc/readChain.ts'

/** What a site wants to know of: `native` for the network's coin. */
type AssetId = { address: string; type: AssetType }
type AssetType = 'native' | 'erc20' | 'erc721'

type AssetsRequest = {
  account: string
  /** By network id; null: whatever the wallet knows. */
  assets: ReadonlyMap<number, readonly AssetId[]> | null
  /** null: coins and ERC-20 tokens. */
  types: ReadonlySet<AssetType> | null
  /** null: all networks. */
  chainIds: ReadonlySet<number> | null
}

const types: readonly string[] = ['native', 'erc20', 'erc721']
const isType = (name: string): name is AssetType => types.includes(name)

const hexChain = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/))
const type = z.string().check(z.maxLength(32))
const address = z.string().check(z.refine((value) => value === 'native' || isAddressText(value)))
const asset = z.union([
  z.strictObject({ address, type }),
  // The first drafts named the address alone.
  address,
])
const request = z.strictObject({
  account: z.string().check(z.refine(isAddressText)),
  assetFilter: z.optional(z.record(hexChain, z.array(asset).check(z.maxLength(50)))),
  assetTypeFilter: z.optional(z.array(type).check(z.maxLength(16))),
  chainFilter: z.optional(z.array(hexChain).check(z.maxLength(50))),
})

type Named = z.output<typeof asset>

/** The ERC's own examples mix upper and lower case. A type that the wallet does not know names nothing. */
function assetOf(named: Named): readonly AssetId[] {
  if (typeof named === 'string') return [{ address: named, type: named === 'native' ? 'native' : 'erc20' }]
  const kind = named.type.toLowerCase()
  const fits = isType(kind) && (kind === 'native') === (named.address === 'native')
  return fits ? [{ address: named.address, type: kind }] : []
}

const typesOf = (names: readonly string[]): ReadonlySet<AssetType> =>
  new Set(names.map((name) => name.toLowerCase()).filter(isType))

/**
 * Reads the parameters of `wallet_getAssets` (ERC-7811). An `assetFilter` makes the other two filters void.
 *
 * @throws RpcParamsError
 */
function parseAssetsRequest(params: unknown): AssetsRequest {
  const [first, ...others] = Array.isArray(params) ? params : [params]
  const parsed = request.safeParse(first)
  if (!parsed.success || others.length > 0) throw new RpcParamsError({ data: { reason: 'params' } })
  const { account, assetFilter, assetTypeFilter, chainFilter } = parsed.data
  if (assetFilter) {
    const entries = Object.entries(assetFilter).slice(0, 50)
    const assets = new Map(entries.map(([id, named]) => [Number(id), named.flatMap(assetOf)]))
    return { account, assets, types: null, chainIds: null }
  }
  return {
    account,
    assets: null,
    types: assetTypeFilter ? typesOf(assetTypeFilter) : null,
    chainIds: chainFilter ? new Set(chainFilter.map(Number)) : null,
  }
}

/** One asset as ERC-7811 tells it. */
type Asset = {
  address: string
  balance: `0x${string}`
  type: AssetType
  metadata: { name: string; symbol: string; decimals?: number }
}
type Ranked = { asset: Asset; balance: bigint; decimals: number }

const nameCall = (token: string) => ({
  method: 'eth_call',
  params: [{ to: token, data: '0x06fdde03' }, 'latest'],
})

function coinOf({ nativeCurrency }: ChainInfo, balance: bigint): Ranked {
  const { name, symbol, decimals } = nativeCurrency
  const metadata = { name, symbol, decimals }
  return {
    asset: { address: 'native', balance: toQuantity(balance), type: 'native', metadata },
    balance,
    decimals,
  }
}

/** A token of another type than it was asked for is left out: its balance would mean something else. */
function tokenOf({ address, type }: AssetId, info: TokenInfo, name: string, balance: bigint): Ranked | null {
  if (info.collectible !== (type === 'erc721')) return null
  const shared = { name: name || symbolOf(info), symbol: symbolOf(info) }
  if (type === 'erc20' && info.decimals === null) return null
  const metadata = type === 'erc20' ? { ...shared, decimals: info.decimals ?? 0 } : shared
  return {
    asset: { address: parseAddress(address.toLowerCase()), balance: toQuantity(balance), type, metadata },
    balance,
    decimals: info.decimals ?? 0,
  }
}

function rank(a: Ranked, b: Ranked): number {
  if ((a.asset.type === 'native') !== (b.asset.type === 'native')) return a.asset.type === 'native' ? -1 : 1
  const [left, right] = [a.balance * 10n ** BigInt(b.decimals), b.balance * 10n ** BigInt(a.decimals)]
  if (left === right) return 0
  return left > right ? -1 : 1
}

function questions(account: string, ids: readonly AssetId[]): NamedCalls {
  const tokens = ids.flatMap(({ address, type }) => (type === 'native' ? [] : [address]))
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  for (const { address, type } of ids) {
    calls.set(`balance:${address}`, balanceCall(type === 'native' ? null : address, account))
    if (type !== 'native') calls.set(`name:${address}`, nameCall(address))
  }
  return calls
}

/** `name` is encoded as `symbol` is, and tokens lie about both alike. */
const nameOf = (outcomes: NamedOutcomes, address: string): string =>
  plainText(readToken([resultOf(outcomes, `name:${address}`)]).symbol ?? '', 64)

/**
 * What an account has of assets on one network: the network's coin first, then the most first.
 *
 * @throws ChainUnreachableError
 */
async function readAssets(
  rpc: ChainRpc,
  chain: ChainInfo,
  account: string,
  ids: readonly AssetId[],
  signal: AbortSignal,
): Promise<readonly Asset[]> {
  const outcomes = await askChain(rpc, chain.id, questions(account, ids), signal)
  const tokens = readTokens(
    outcomes,
    ids.flatMap(({ address, type }) => (type === 'native' ? [] : [address])),
  )
  const found = ids.flatMap((id): Ranked[] => {
    const balance = quantityOf(resultOf(outcomes, `balance:${id.address}`))
    if (id.type === 'native' && balance === undefined) throw new ChainUnreachableError()
    if (balance === undefined) return []
    if (id.type === 'native') return [coinOf(chain, balance)]
    const info = tokens.get(id.address.toLowerCase())
    const token = info && tokenOf(id, info, nameOf(outcomes, id.address), balance)
    return token ? [token] : []
  })
  return found.sort(rank).map(({ asset }) => asset)
}

type Answer = Readonly<Record<`0x${string}`, readonly Asset[]>>

/** Networks that one answer tells of. */
const mostChains = 20
/** Tokens of one network that one answer tells of. */
const mostTokens = 50
/** ms for all of it */
const patience = 15_000

/** The networks asked about, the active one first. A smart account lives where the operator offers such. */
function chainsOf(frame: Frame, { assets, chainIds }: AssetsRequest, isSmart: boolean): ChainInfo[] {
  const active = activeChain(frame).id
  const wanted = assets ? new Set(assets.keys()) : chainIds
  return frame.config.chains
    .filter(isEvm)
    .filter(({ id, smartAccounts }) => (wanted?.has(id) ?? true) && (!isSmart || smartAccounts !== undefined))
    .toSorted((a, b) => Number(b.id === active) - Number(a.id === active))
    .slice(0, mostChains)
}

/** Tokens that are worth a look: those that the account had to do with, and those that the service finds it to have. */
async function worthALook(frame: Frame, chain: ChainInfo, account: string, signal: AbortSignal) {
  const found = await frame.chain.tokens(chain.id, account, signal).catch(() => [])
  const seen = seenTokens(frame, chain.id, account)
  const more = found.filter((token) => !seen.some((one) => sameAddress(one, token)))
  return [...seen, ...more].slice(0, mostTokens)
}

/** What is looked up on a network: what was asked for, or the coin and the tokens that are worth a look. */
async function idsOf(
  frame: Frame,
  chain: ChainInfo,
  { account, assets, types }: AssetsRequest,
  signal: AbortSignal,
): Promise<readonly AssetId[]> {
  if (assets) {
    const named = assets.get(chain.id) ?? []
    // An empty list asks for everything on that network.
    if (named.length > 0) return named
  }
  const wants = (type: AssetId['type']) => types?.has(type) ?? type !== 'erc721'
  const tokens = wants('erc20') || wants('erc721') ? await worthALook(frame, chain, account, signal) : []
  return [
    ...(wants('native') ? [{ address: 'native', type: 'native' } as const] : []),
    ...(wants('erc20') ? tokens.map((address) => ({ address, type: 'erc20' }) as const) : []),
    ...(wants('erc721') ? tokens.map((address) => ({ address, type: 'erc721' }) as const) : []),
  ]
}

/** What has a balance is remembered; what nobody asked for by name is told only then. */
function keepKnown(frame: Frame, chain: ChainInfo, request: AssetsRequest, found: readonly Asset[]) {
  const has = found.filter(({ balance, type }) => type === 'native' || balance !== '0x0')
  const tokens = has.flatMap(({ address, type }) => (type === 'native' ? [] : [address]))
  noteTokens(frame, chain.id, request.account, tokens)
  const named = (request.assets?.get(chain.id)?.length ?? 0) > 0
  return named ? found : has
}

/**
 * Answers `wallet_getAssets` (ERC-7811): what a connected account has, as far as this wallet knows of it. Networks that
 * do not answer are left out.
 *
 * @throws RpcParamsError; NotConnectedError for an account that is not the person's; ChainUnreachableError when no
 *   network answers
 * @example
 * await walletAssets(frame, [{ account, chainFilter: ['0x1'] }], accounts)
 * // { '0x1': [{ address: 'native', balance: '0x0', type: 'native', metadata: { name: 'Ether', … } }] }
 */
export async function walletAssets(
  frame: Frame,
  params: unknown,
  { eoa, smart }: Pick<FrameAccounts, 'eoa' | 'smart'>,
): Promise<Answer> {
  const request = parseAssetsRequest(params)
  const isSmart = sameAddress(request.account, smart)
  if (!isSmart && !sameAddress(request.account, eoa)) throw new NotConnectedError()
  const limit = startDeadline(patience)
  const chains = chainsOf(frame, request, isSmart)
  const read = async (chain: ChainInfo): Promise<[`0x${string}`, readonly Asset[]]> => {
    const ids = await idsOf(frame, chain, request, limit.signal)
    const found = await readAssets(frame.chain, chain, request.account, ids, limit.signal)
    return [`0x${chain.id.toString(16)}`, keepKnown(frame, chain, request, found)]
  }
  const answers = await frame.limitReads(() => Promise.allSettled(chains.map(read))).finally(limit.clear)
  const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (known.length === 0 && chains.length > 0) throw new ChainUnreachableError()
  return Object.fromEntries(known)
}
