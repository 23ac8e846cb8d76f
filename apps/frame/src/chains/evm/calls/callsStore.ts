import { evmAddress, hash32, hexData, quantity } from '@latchkey/protocol'
import { DuplicateCallsIdError } from '@latchkey/protocol/frame'
import { bytesToHex, toQuantity } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/Frame.ts'
import { createRecord } from '../../../store/createRecord.ts'
import type { WantedCall, WantedCalls } from '../model/transaction.ts'

/** Calldata that is kept for the status screen, in characters; what is longer is left out. */
const maxKeptData = 2_050

const keptCall = z.strictObject({
  to: z.nullable(evmAddress()),
  value: quantity(),
  /** null: too long to be kept */
  data: z.nullable(hexData()),
})

/** One group of calls that was signed. What became of it is read from the network each time. */
const callsRecord = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(8_194)),
  version: z.enum(['2.0.0', '1.0']),
  chainId: z.int().check(z.gte(1)),
  account: evmAddress(),
  /** ms since the epoch */
  createdAt: z.number().check(z.gte(0)),
  /** When somebody last worked on it, ms since the epoch. */
  touchedAt: z.number().check(z.gte(0)),
  /** Nothing more of it will be sent. */
  closed: z.boolean(),
  calls: z.array(keptCall).check(z.minLength(1), z.maxLength(100)),
  /** Of the smart account. */
  operation: z.nullable(z.strictObject({ userOpHash: hash32(), sinceBlock: quantity() })),
  /** Of the plain account, as far as they went out; the number of a transaction tells whether it can still come. */
  transactions: z
    .array(z.strictObject({ hash: hash32(), nonce: z.int().check(z.gte(0)) }))
    .check(z.maxLength(100)),
})

export type CallsRecord = z.output<typeof callsRecord>

/** ms; EIP-5792 asks for 24 hours. */
const keptFor = 7 * 24 * 3_600_000

/** ms; nothing younger gives way to something else. */
const keptAtLeast = 24 * 3_600_000

/** Beyond this the oldest that may go do. */
const usualCount = 100

/** Beyond this the oldest go whatever their age: a site must not fill the storage. */
const maxCount = 1_000

const shelf = z.array(callsRecord).check(z.maxLength(maxCount))

/** What one site sent, on the wallet's own storage: a reload loses none of it. */
const shelfOf = (frame: ChainContext) => createRecord(frame, `calls.${frame.origin}`, shelf, [])

function prune(records: readonly CallsRecord[], now: number): CallsRecord[] {
  const young = records.filter(({ createdAt }) => now - createdAt < keptFor)
  const surplus = young.length - usualCount
  const kept = young.filter(({ createdAt }, at) => at >= surplus || now - createdAt < keptAtLeast)
  return kept.slice(-maxCount)
}

const sameAccount = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Whether this site and account used an id before. */
const isTaken = (frame: ChainContext, account: string, id: string): boolean =>
  shelfOf(frame)
    .read()
    .some((one) => one.id === id && sameAccount(one.account, account))

/** @throws DuplicateCallsIdError (5720) */
export function refuseTaken(frame: ChainContext, account: string, id: string | null): void {
  if (id !== null && isTaken(frame, account, id)) throw new DuplicateCallsIdError()
}

/** Keeps a group of calls. @throws DuplicateCallsIdError */
export function addCalls(frame: ChainContext, record: CallsRecord): void {
  refuseTaken(frame, record.account, record.id)
  const place = shelfOf(frame)
  place.write(prune([...place.read(), record], frame.now()))
}

const isSame = (a: Pick<CallsRecord, 'id' | 'account'>) => (b: CallsRecord) =>
  a.id === b.id && sameAccount(a.account, b.account)

/** Writes down what went on with a group of calls. */
export function updateCalls(
  frame: ChainContext,
  which: Pick<CallsRecord, 'id' | 'account'>,
  change: (record: CallsRecord) => Partial<CallsRecord>,
): void {
  const place = shelfOf(frame)
  const is = isSame(which)
  const touchedAt = frame.now()
  place.write(place.read().map((one) => (is(one) ? { ...one, touchedAt, ...change(one) } : one)))
}

/** Forgets a group of calls of which nothing was sent. */
export function dropCalls(frame: ChainContext, which: Pick<CallsRecord, 'id' | 'account'>): void {
  const place = shelfOf(frame)
  const is = isSame(which)
  place.write(place.read().filter((one) => !is(one)))
}

/** The group of an id, among those of this site and of these accounts. */
export const findCalls = (
  frame: ChainContext,
  id: string,
  accounts: readonly string[],
): CallsRecord | undefined =>
  shelfOf(frame)
    .read()
    .find((one) => one.id === id && accounts.some((account) => sameAccount(one.account, account)))

/** 256 random bits: nobody guesses the id of somebody else's calls (EIP-5792, Security Considerations). */
const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))

/** The calls as the status screen tells them. */
export const keptCalls = (calls: readonly WantedCall[]): CallsRecord['calls'] =>
  calls.map(({ to, value, data }) => ({
    to,
    value: toQuantity(value),
    data: data.length > maxKeptData ? null : data,
  }))

/** A group of calls as it is written down before anything of it goes out. */
export function newRecord(
  frame: ChainContext,
  { id, version, chain, from, calls }: WantedCalls,
): CallsRecord {
  const now = frame.now()
  return {
    id: id ?? newId(),
    version,
    chainId: chain.id,
    account: from,
    createdAt: now,
    touchedAt: now,
    closed: false,
    calls: keptCalls(calls),
    operation: null,
    transactions: [],
  }
}

/** What `wallet_sendCalls` answers: an object since version 2, the bare id before. */
export const answerOf = ({ id, version }: CallsRecord): unknown => (version === '1.0' ? id : { id })
