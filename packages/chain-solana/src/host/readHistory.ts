import type { AdapterContext, Network, TransactionPage } from '@latchkey/core'
import { toWholeUnits } from '@latchkey/std/decimalUnits'
import { isRecord } from '@latchkey/std/isRecord'
import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/web3.js'
import { SolanaRequestError } from './errors.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'
import { mintName } from './readBalances.ts'
import { solanaRpc } from './solanaRpc.ts'
import { readTokenAccounts } from './tokenAccounts.ts'

/** Transactions of a page; each is one question to the node. */
const PAGE = 10
/** Token accounts whose transactions are told beside the account's own: what arrives in one does not name its owner. */
const MOST_TOKEN_ACCOUNTS = 8
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

type Transaction = TransactionPage['transactions'][number]
type Client = Rpc<SolanaRpcApi>
/** An account that transactions are told of, and the last of them that was. */
type Source = { address: string; before: string | undefined }
type Entry = { signature: string; slot: bigint; minedAt: string; isFailed: boolean }
type Asked = { network: Network; address: string; cursor: string | null; signal?: AbortSignal | undefined }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const wholeOf = (value: unknown): bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)) ? BigInt(value) : 0n

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

/** Newest first. */
async function entriesOf(rpc: Client, { address, before }: Source): Promise<Entry[]> {
  const options = { limit: PAGE, ...(before && { before: before as Signature }) }
  const answer: unknown = await rpc.getSignaturesForAddress(address as Address, options).send()
  return listOf(answer).flatMap((value) => {
    const { signature, slot, blockTime, err } = recordOf(value)
    if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return []
    const time = blockTime === null ? Date.now() : Number(wholeOf(blockTime)) * 1_000
    const minedAt = new Date(time).toISOString()
    return [{ signature, slot: wholeOf(slot), minedAt, isFailed: err !== null }]
  })
}

type Told = { source: Source; entries: readonly Entry[]; at: number }

/** The newest of all that are told, each once, and where each account goes on; those of which nothing is left are gone. */
function merge(told: readonly Told[]): { entries: Entry[]; rest: Source[] } {
  const places = told.map((one) => ({ ...one }))
  const taken = new Map<string, Entry>()
  while (taken.size < PAGE) {
    const heads = places.flatMap(({ entries, at }) => entries[at] ?? [])
    const [first] = heads.toSorted((one, other) => (one.slot < other.slot ? 1 : -1))
    if (!first) break
    taken.set(first.signature, first)
    for (const place of places) if (place.entries[place.at]?.signature === first.signature) place.at += 1
  }
  const rest = places
    .filter(({ entries, at }) => at < entries.length || entries.length === PAGE)
    .map(({ source, entries, at }) => ({ ...source, before: entries[at - 1]?.signature ?? source.before }))
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
function tokenMoves(meta: Record<string, unknown>, address: string): Move[] {
  const byMint = new Map<string, { decimals: number; sides: Map<string, bigint> }>()
  const add = (balances: unknown, sign: bigint) => {
    for (const balance of listOf(balances)) {
      const { mint, owner, uiTokenAmount } = recordOf(balance)
      const { amount, decimals } = recordOf(uiTokenAmount)
      if (typeof mint !== 'string' || typeof owner !== 'string' || !/^\d{1,20}$/.test(String(amount)))
        continue
      const known = byMint.get(mint) ?? { decimals: Number(decimals), sides: new Map<string, bigint>() }
      known.sides.set(owner, (known.sides.get(owner) ?? 0n) + sign * BigInt(String(amount)))
      byMint.set(mint, known)
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return [...byMint].flatMap(([mint, { decimals, sides }]) => {
    const amount = sides.get(address) ?? 0n
    const isWhole = decimals >= 0 && decimals <= 255
    return amount === 0n || !isWhole ? [] : [{ mint, amount, decimals, other: otherSide(sides, address) }]
  })
}

function nativeMoves(
  network: Network,
  transaction: unknown,
  meta: Record<string, unknown>,
  address: string,
): Move[] {
  const { accountKeys } = recordOf(recordOf(transaction).message)
  const { writable, readonly } = recordOf(meta.loadedAddresses)
  const keys = [...listOf(accountKeys), ...listOf(writable), ...listOf(readonly)].map(String)
  const [before, after] = [listOf(meta.preBalances), listOf(meta.postBalances)]
  const sides = new Map(keys.map((key, at) => [key, wholeOf(after[at]) - wholeOf(before[at])]))
  const fee = keys[0] === address ? wholeOf(meta.fee) : 0n
  const amount = (sides.get(address) ?? 0n) + fee
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

async function readTransaction(
  rpc: Client,
  { network, address }: Asked,
  { signature, minedAt, isFailed }: Entry,
): Promise<Transaction> {
  const options = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  const found: unknown = await rpc.getTransaction(signature as Signature, options).send()
  const { meta: told, transaction } = recordOf(found)
  const meta = recordOf(told)
  // What failed has moved nothing but its fee. Tokens come first: what SOL goes with them is rent.
  const moves = isFailed
    ? []
    : [...tokenMoves(meta, address), ...nativeMoves(network, transaction, meta, address)]
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
    const told = await Promise.all(
      sources.map(async (source) => ({ source, entries: await entriesOf(rpc, source), at: 0 })),
    )
    const { entries, rest } = merge(told)
    const transactions = await Promise.all(entries.map((entry) => readTransaction(rpc, asked, entry)))
    return { transactions, next: rest.length === 0 ? null : cursorOf(rest) }
  } catch (cause) {
    throw cause instanceof SolanaRequestError ? cause : new SolanaRequestError({ cause })
  }
}
