import type { SiwxMessageData } from '@latchkey/core'
import { SiwxMessageInvalidError } from '../errors.ts'
import { layOut } from './layOut.ts'
import { parseSiwxMessage } from './parseSiwxMessage.ts'

/**
 * The text that a wallet signs: ERC-4361 for Ethereum accounts, CAIP-122 for the others. A field that would change what
 * another says (a line break in a statement, say) is refused: the text must read back as the very same fields.
 *
 * @param fields `issuedAt` is needed; times are RFC 3339
 * @throws SiwxMessageInvalidError
 * @example
 * formatSiwxMessage({ chainId: 'eip155:1', accountAddress: '0x…', domain: 'shop.example', … })
 */
export function formatSiwxMessage(fields: SiwxMessageData & { scheme?: string }): string {
  const text = layOut(fields)
  const read = parseSiwxMessage(text)
  if (!read || canonical(read) !== canonical(fields)) throw new SiwxMessageInvalidError()
  return text
}

/** The fields in one order, without absent ones. */
const canonical = (fields: SiwxMessageData & { scheme?: string }): string =>
  JSON.stringify(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
