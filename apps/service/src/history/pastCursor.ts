import { HistoryCursorError } from '@latchkey/protocol/http'
import * as z from 'zod'
import { equalsInConstantTime, keyedHash } from '../crypto/bytes.ts'
import { type Place, place } from '../upstreams/explorers/explorerSchema.ts'

/** Where one list is read on: from its beginning (`null`), from a place, or not at all. */
export type Start = Place | null | 'ended'
/** Where the next page begins: before that block (null: the newest), with these pages of both lists. */
export type PastPosition = { below: number | null; transactions: Start; transfers: Start }

/** What such a cursor begins with; a place in the service's own index never does. */
const MARK = 'x'
/** SHA-256 in base64url. */
const SEAL_LENGTH = 43
const MOST_CHARACTERS = 2_048

const start = z.union([place, z.null(), z.literal('ended')])
const schema = z.tuple([z.int().min(0).nullable(), start, start])

/** For which list a cursor is: it opens no other account, network or explorer. */
export type CursorScope = { key: Uint8Array; chainId: number; account: string; host: string }

const sealOf = ({ key, chainId, account, host }: CursorScope, text: string): string =>
  keyedHash(key, 'history', String(chainId), account, host, text)

export const isPastCursor = (text: string): boolean => text.startsWith(MARK)

/**
 * A place in an explorer's lists, as text that an address can carry. What it holds is the explorer's own words, which go
 * back to it, so nobody else may write one: it is sealed.
 *
 * @returns null where the explorer's words are too long to be carried
 */
export function writePastCursor(scope: CursorScope, position: PastPosition): string | null {
  const { below, transactions, transfers } = position
  const text = Buffer.from(JSON.stringify([below, transactions, transfers])).toString('base64url')
  const cursor = `${MARK}${sealOf(scope, text)}${text}`
  return cursor.length > MOST_CHARACTERS ? null : cursor
}

/** @throws HistoryCursorError for any text that `writePastCursor` did not write for this list */
export function readPastCursor(scope: CursorScope, cursor: string): PastPosition {
  const [seal, text] = [cursor.slice(1, 1 + SEAL_LENGTH), cursor.slice(1 + SEAL_LENGTH)]
  if (!isPastCursor(cursor) || !equalsInConstantTime(seal, sealOf(scope, text)))
    throw new HistoryCursorError()
  const parsed = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw new HistoryCursorError()
  const [below, transactions, transfers] = parsed.data
  return { below, transactions, transfers }
}
