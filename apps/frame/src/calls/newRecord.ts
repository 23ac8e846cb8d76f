import { bytesToHex, toQuantity } from '@latchkey/std/hex'
import type { Frame } from '../Frame.ts'
import { type CallsRecord, maxKeptData } from './CallsRecord.ts'
import type { WantedCall, WantedCalls } from './WantedCalls.ts'

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
export function newRecord(frame: Frame, { id, version, chain, from, calls }: WantedCalls): CallsRecord {
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
