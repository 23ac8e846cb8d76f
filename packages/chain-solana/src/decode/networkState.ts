import { encodeBase58 } from '@latchkey/std/base58'
import type { AccountState, TokenState } from './model.ts'
import { isTokenProgram, LOOKUP_TABLE, SYSTEM } from './programs.ts'

/** Bytes of an address look-up table before its addresses. */
const TABLE_HEAD = 56

const little = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

/** The addresses in a look-up table; undefined where the account is none. */
export function readLookupTable({ owner, data }: AccountState): string[] | undefined {
  if (owner !== LOOKUP_TABLE || data.length < TABLE_HEAD || (data.length - TABLE_HEAD) % 32 !== 0)
    return undefined
  // The first number says what kind of account it is: 1 is a table.
  if (little(data.subarray(0, 4)) !== 1n) return undefined
  const count = (data.length - TABLE_HEAD) / 32
  return Array.from({ length: count }, (_, place) =>
    encodeBase58(data.subarray(TABLE_HEAD + 32 * place, TABLE_HEAD + 32 * (place + 1))),
  )
}

/** Bytes of a nonce account. */
const NONCE_SIZE = 80

/** What stands in place of a recent block's hash in transactions of a nonce account; undefined where the account is none. */
export function readNonce({ owner, data }: AccountState): string | undefined {
  // Its version, whether it is set up (1), who may use it, and the value.
  if (owner !== SYSTEM || data.length !== NONCE_SIZE || little(data.subarray(4, 8)) !== 1n) return undefined
  return encodeBase58(data.subarray(40, 72))
}

/** What a token account holds (SPL Token, `Account`); undefined where the account is none. Extensions stand behind it. */
export function readTokenAccount({ owner: program, data }: AccountState): TokenState | undefined {
  // A byte behind the account says, in Token-2022, whether it is one of a mint: 1; or of an account: 2.
  const isAccount = isTokenProgram(program) && (data.length === 165 || (data.length > 165 && data[165] === 2))
  if (!isAccount || data[108] === 0) return undefined
  const hasDelegate = little(data.subarray(72, 76)) === 1n
  const hasCloser = little(data.subarray(129, 133)) === 1n
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: little(data.subarray(64, 72)),
    delegate: hasDelegate ? encodeBase58(data.subarray(76, 108)) : null,
    delegated: little(data.subarray(121, 129)),
    closer: hasCloser ? encodeBase58(data.subarray(133, 165)) : null,
    program,
  }
}

/** How many places a mint's amounts have, and whether its tokens come with rules of their own (Token-2022 extensions). */
export function readMint({
  owner,
  data,
}: AccountState): { decimals: number; extensions: number[] } | undefined {
  const isMint = isTokenProgram(owner) && (data.length === 82 || (data.length > 165 && data[165] === 1))
  if (!isMint) return undefined
  const extensions: number[] = []
  for (let at = 166; at + 4 <= data.length; ) {
    const kind = Number(little(data.subarray(at, at + 2)))
    if (kind === 0) break
    extensions.push(kind)
    at += 4 + Number(little(data.subarray(at + 2, at + 4)))
  }
  return { decimals: data[44] ?? 0, extensions }
}

/** Numbers of Token-2022's extensions that change what a transfer does. */
export const TRANSFER_FEE = 1
export const PERMANENT_DELEGATE = 12
export const TRANSFER_HOOK = 14
