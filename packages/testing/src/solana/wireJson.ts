import { randomBytes } from 'node:crypto'

/** Marks a whole number of any size while JSON is made: JSON of Solana has numbers of 64 bits, JavaScript's has not. */
const MARK = `u64-${randomBytes(8).toString('hex')}:`
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

/** JSON in which a bigint is a number. */
export const wireJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? `${MARK}${part}` : part,
  ).replace(MARKED, '$1')
