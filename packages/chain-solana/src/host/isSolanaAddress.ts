import { decodeBase58 } from '@latchkey/std/base58'

/** Base58 of 32 bytes is as long as this. */
const LONGEST = 44

/**
 * Whether a text is an address of Solana: base58 of 32 bytes, which is decoded. A pattern alone takes texts that stand for
 * 31 or 33 bytes.
 *
 * @example isSolanaAddress('11111111111111111111111111111111') // true
 */
export const isSolanaAddress = (text: string): boolean => decodeBase58(text, LONGEST)?.length === 32
