import type { AdapterContext, Network, TransactionPage } from '@latchkey/core'
import { toWholeUnits } from '@latchkey/std/decimalUnits'
import { once } from '@latchkey/std/once'
import {
  type Address,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
  type SolanaRpcApi,
} from '@solana/web3.js'
import * as z from 'zod/mini'
import { SolanaRequestError } from './errors.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'
import { mintName } from './readBalances.ts'
import { solanaRpc } from './solanaRpc.ts'
import { anAddress, readTokenAccounts, tokenAmount, whole } from './tokenAccounts.ts'

/** Transactions of a page; each is one question to the node. */
const PAGE = 10
/** Token accounts whose transactions are told beside the account's own: what arrives in one does not name its owner. */
const MOST_TOKEN_ACCOUNTS = 8
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

/** The last second that a date can have, since the epoch. */
const LAST_SECOND = 8_640_000_000_000n
/** Accounts that a transaction can name, and token accounts among them. */
const MOST_KEYS = 256

type Transaction = TransactionPage['transactions'][number]
type Client = Rpc<SolanaRpcApi>
/** An account that transactions are told of, and the last of them that was. */
type Source = { address: string; before: string | undefined }
/** `minedAt` undefined where the node tells no time that there is. */
type Entry = { signature: string; slot: bigint; minedAt: string | undefined; isFailed: boolean }
type Asked = { network: Network; address: string; cursor: string | null; signal?: AbortSignal | undefined }

const signed = () => z.object({ signature: z.string().check(z.regex(SIGNATURE)) })
const listed = /* @__PURE__ */ once(() =>
  z.extend(signed(), {
    slot: whole(),
    blockTime: z.catch(z.nullable(whole()), null),
    err: z.union([z.null(), z.string(), z.record(z.string(), z.unknown())]),
  }),
)
const keys = /* @__PURE__ */ once(() => z.array(anAddress()).check(z.maxLength(MOST_KEYS)))
const amounts = () => z.array(whole()).check(z.maxLength(MOST_KEYS))
/** Nodes have told the owner since 2021 only, and nothing of tokens before that. */
const balance = () =>
  z.object({ mint: anAddress(), owner: z.optional(anAddress()), uiTokenAmount: tokenAmount() })
const balances = () => z.nullish(z.array(balance()).check(z.maxLength(MOST_KEYS)))
const told = () =>
  z.object({
    meta: z.object({
      ...{ fee: whole(), preBalances: amounts(), postBalances: amounts() },
      ...{ preTokenBalances: balances(), postTokenBalances: balances() },
      loadedAddresses: z.nullish(z.object({ writable: keys(), readonly: keys() })),
    }),
    transaction: z.object({ message: z.object({ accountKeys: keys() }) }),
  })
type Meta = z.infer<ReturnType<typeof told>>['meta']

/** Where to go on: each account with what was told of it last. */
const cursorOf = (sources: readonly Source[]): string =>
  sources.map(({ address, before = '' }) => `${address}:${before}`).join(',')

/** @throws TypeError for what `cursorOf` did not write */
function readCursor(cursor: string): Source[] {
  return cursor.split(',').map((text) => {
    const [address = '', before = ''] = text.split(':')
    if (!isSolanaAddress(address) || (before !== '' && !SIGNATURE.test(before))) throw new TypeError('cursor')
    return { address, before: before === '' ? undefined : before }
  })
}

async function firstSources(rpc: Client, address: string): Promise<Source[]> {
  const held = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) =>
      readTokenAccounts(rpc, address as Address, { programId }),
    ),
  )
  const others = held.flat().slice(0, MOST_TOKEN_ACCOUNTS)
  return [address, ...others.map((one) => one.address)].map((one) => ({ address: one, before: undefined }))
}

/** What was told of an account, newest first; `last` where there may be more after it. */
type Told = { source: Source; entries: readonly Entry[]; last: string | undefined; at: number }

const dateOf = (seconds: bigint | null): string | undefined =>
  seconds === null || seconds > LAST_SECOND ? undefined : new Date(Number(seconds) * 1_000).toISOString()

/** A row that makes no sense is left out; those after it are read all the same. */
async function readEntries(rpc: Client, source: Source): Promise<Told> {
  const { address, before } = source
  const options = { limit: PAGE, ...(before && { before: before as Signature }) }
  const answer: unknown = await rpc.getSignaturesForAddress(address as Address, options).send()
  const rows = z.array(z.unknown()).parse(answer).slice(0, PAGE)
  const last = rows.flatMap((row) => signed().safeParse(row).data?.signature ?? []).at(-1)
  const entries = rows.flatMap((row) => {
    const { data } = listed().safeParse(row)
    if (!data) return []
    const { signature, slot, blockTime, err } = data
    return [{ signature, slot, minedAt: dateOf(blockTime), isFailed: err !== null }]
  })
  return { source, entries, last: rows.length === PAGE ? last : undefined, at: 0 }
}

/** The newest of all that are told, each once, and where each account goes on; those of which nothing is left are gone. */
function merge(sources: readonly Told[]): { entries: Entry[]; rest: Source[] } {
  const places = sources.map((one) => ({ ...one }))
  const taken = new Map<string, Entry>()
  while (taken.size < PAGE) {
    const heads = places.flatMap(({ entries, at }) => entries[at] ?? [])
    const [first] = heads.toSorted((one, other) => (one.slot < other.slot ? 1 : -1))
    if (!first) break
    taken.set(first.signature, first)
    for (const place of places) if (place.entries[place.at]?.signature === first.signature) place.at += 1
  }
  const rest = places.flatMap(({ source, entries, last, at }) => {
    if (at < entries.length) return [{ ...source, before: entries[at - 1]?.signature ?? source.before }]
    return last === undefined ? [] : [{ ...source, before: last }]
  })
  return { entries: [...taken.values()], rest }
}

/** What a transaction did to a balance: of SOL without the fee, where `mint` is left out. */
type Move = { mint?: string; amount: bigint; decimals: number; other: string }

/** Whose balance moved the other way by most. */
const otherSide = (sides: ReadonlyMap<string, bigint>, address: string): string => {
  const own = sides.get(address) ?? 0n
  const opposite = [...sides].filter(([, moved]) => (own < 0n ? moved > 0n : moved < 0n))
  const size = (moved: bigint) => (moved < 0n ? -moved : moved)
  return opposite.toSorted((one, other) => (size(one[1]) < size(other[1]) ? 1 : -1))[0]?.[0] ?? ''
}

/** Tokens that changed hands, by mint and owner. */
function tokenMoves({ preTokenBalances, postTokenBalances }: Meta, address: string): Move[] {
  const byMint = new Map<string, { decimals: number; sides: Map<string, bigint> }>()
  const add = (held: Meta['preTokenBalances'], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of held ?? []) {
      if (owner === undefined) continue
      const { amount, decimals } = uiTokenAmount
      const known = byMint.get(mint) ?? { decimals, sides: new Map<string, bigint>() }
      known.sides.set(owner, (known.sides.get(owner) ?? 0n) + sign * amount)
      byMint.set(mint, known)
    }
  }
  add(preTokenBalances, -1n)
  add(postTokenBalances, 1n)
  return [...byMint].flatMap(([mint, { decimals, sides }]) => {
    const amount = sides.get(address) ?? 0n
    return amount === 0n ? [] : [{ mint, amount, decimals, other: otherSide(sides, address) }]
  })
}

/** SOL that changed hands, without the fee. */
function nativeMoves(network: Network, accounts: readonly string[], meta: Meta, address: string): Move[] {
  const { preBalances, postBalances, fee } = meta
  const sides = new Map(accounts.map((key, at) => [key, (postBalances[at] ?? 0n) - (preBalances[at] ?? 0n)]))
  const amount = (sides.get(address) ?? 0n) + (accounts[0] === address ? fee : 0n)
  sides.set(address, amount)
  const { decimals } = network.nativeCurrency
  return amount === 0n ? [] : [{ amount, decimals, other: otherSide(sides, address) }]
}

function transferOf({ nativeCurrency }: Network, { mint, amount, decimals }: Move) {
  const { name, symbol } = mint === undefined ? nativeCurrency : mintName(mint)
  const size = amount < 0n ? -amount : amount
  return {
    fungible_info: { name, symbol },
    direction: amount < 0n ? ('out' as const) : ('in' as const),
    quantity: { numeric: toWholeUnits(size, decimals) },
  }
}

function kindOf(moves: readonly Move[]): Transaction['metadata']['operationType'] {
  const [gains, gives] = [moves.some(({ amount }) => amount > 0n), moves.some(({ amount }) => amount < 0n)]
  if (gains && gives) return 'trade'
  return gains ? 'receive' : gives ? 'send' : 'execute'
}

/** Answers of a node that another try may mend. */
const PASSING: ReadonlySet<unknown> = new Set([
  SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
])

/** What a transaction moved. Nothing, where the node does not have it, or tells what makes no sense: the rest is told. */
async function readMoves(rpc: Client, { network, address }: Asked, signature: string): Promise<Move[]> {
  const options = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  const found: unknown = await rpc
    .getTransaction(signature as Signature, options)
    .send()
    .catch((error: unknown) => {
      if (isSolanaError(error) && !PASSING.has(error.context.__code)) return null
      throw error
    })
  if (found === undefined) throw new TypeError('answer')
  const { data } = told().safeParse(found)
  if (!data) return []
  const { meta, transaction } = data
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const accounts = [...transaction.message.accountKeys, ...writable, ...readonly]
  const isWhole = [meta.preBalances, meta.postBalances].every(({ length }) => length === accounts.length)
  if (!isWhole) return []
  // Tokens come first: what SOL goes with them is rent.
  return [...tokenMoves(meta, address), ...nativeMoves(network, accounts, meta, address)]
}

async function readTransaction(
  rpc: Client,
  asked: Asked,
  { signature, minedAt, isFailed }: Entry,
): Promise<Transaction> {
  const { network, address } = asked
  // What failed has moved nothing but its fee.
  const moves = isFailed ? [] : await readMoves(rpc, asked, signature)
  const other = moves.find((move) => move.other !== '')?.other ?? ''
  const kind = kindOf(moves)
  const isIncoming = kind === 'receive'
  const chain = network.caipNetworkId
  return {
    id: `${chain}:${signature}`,
    metadata: {
      ...{ chain, hash: signature, nonce: 0, minedAt, operationType: kind },
      sentFrom: isIncoming ? other : address,
      sentTo: isIncoming ? address : other,
      status: isFailed ? 'failed' : 'confirmed',
    },
    transfers: moves.map((move) => transferOf(network, move)),
  }
}

/**
 * What an account and its token accounts have sent and were sent, newest first, as the network's own node tells it.
 *
 * @param asked `cursor`: what the page before it ended with
 * @throws SolanaRequestError
 */
export async function readHistory(context: AdapterContext, asked: Asked): Promise<TransactionPage> {
  const { network, address, cursor, signal } = asked
  const rpc = solanaRpc(context, network, signal)
  try {
    const sources = cursor === null ? await firstSources(rpc, address) : readCursor(cursor)
    const { entries, rest } = merge(await Promise.all(sources.map((source) => readEntries(rpc, source))))
    const transactions = await Promise.all(entries.map((entry) => readTransaction(rpc, asked, entry)))
    return { transactions, next: rest.length === 0 ? null : cursorOf(rest) }
  } catch (cause) {
    throw cause instanceof SolanaRequestError ? cause : new SolanaRequestError({ cause })
  }
}
