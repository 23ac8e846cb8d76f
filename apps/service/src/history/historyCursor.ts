import { HistoryCursorError } from '@latchkey/protocol/http'
import * as z from 'zod'

/** The last row of a page; the next one begins after it, whatever came in the meantime. */
export type Position = { at: number; block: number; position: number; chainId: number }

const whole = z.int().min(0)
/** A place, as numbers. */
export const position = z
  .tuple([whole, whole, whole.max(0x7fff_ffff), whole])
  .transform(([at, block, position, chainId]): Position => ({ at, block, position, chainId }))

/** The place of a row, as text that an address can carry. */
export const writeCursor = ({ at, block, position, chainId }: Position): string =>
  Buffer.from(JSON.stringify([at, block, position, chainId])).toString('base64url')

/**
 * The place that a text stands for. It names a place in a list and opens nothing: whoever makes one up reads the same
 * rows from somewhere else.
 *
 * @throws HistoryCursorError for any text that `writeCursor` does not write
 */
export function readCursor(text: string): Position {
  try {
    const place = position.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (writeCursor(place) === text) return place
  } catch {
    // Told below.
  }
  throw new HistoryCursorError()
}
