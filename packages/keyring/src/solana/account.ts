import { encodeBase58 } from '@latchkey/std/base58'
import { parseSolanaMessage, type SolanaMessage } from '@latchkey/std/solana/message'
import { encodeSolanaMessage, looksLikeSolanaTransaction } from '@latchkey/std/solana/transaction'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  InvalidPrivateKeyError,
  InvalidTransactionError,
  TransactionAsMessageError,
} from '../primitives/errors.ts'
import { rootToSeed } from '../primitives/root.ts'
import { zeroize } from '../primitives/zeroize.ts'
import { deriveEd25519Key } from './slip10.ts'

/** Where the first account of every Solana wallet is (BIP-44, coin type 501 of SLIP-44, by SLIP-10). */
export const SOLANA_PATH = "m/44'/501'/0'/0'"

/** A key of Solana. */
export type SolanaAccount = {
  path: typeof SOLANA_PATH
  /** The public key in base58. */
  address: string
  /** 32 bytes, the seed of RFC 8032. Whoever received the account zeroes them. */
  privateKey: Uint8Array
}

/**
 * Derives the Solana account of a root: BIP-39, SLIP-10. The seed is zeroed here; the caller zeroes `privateKey`.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @throws InvalidRootError when the root is not 32 bytes long
 * @example const { address, privateKey } = await deriveSolanaAccount(root)
 */
export async function deriveSolanaAccount(root: Uint8Array): Promise<SolanaAccount> {
  const seed = await rootToSeed(root)
  try {
    const privateKey = await deriveEd25519Key(seed, SOLANA_PATH)
    return { path: SOLANA_PATH, address: privateKeyToSolanaAddress(privateKey), privateKey }
  } finally {
    zeroize(seed)
  }
}

function assertSeed(privateKey: Uint8Array): void {
  if (!(privateKey instanceof Uint8Array) || privateKey.length !== 32) throw new InvalidPrivateKeyError()
}

/** The address of a private key of 32 bytes. @throws InvalidPrivateKeyError */
export function privateKeyToSolanaAddress(privateKey: Uint8Array): string {
  assertSeed(privateKey)
  return encodeBase58(ed25519.getPublicKey(privateKey))
}

/**
 * The key as other wallets of Solana take it: private and public half, 64 bytes, in base58.
 *
 * @throws InvalidPrivateKeyError
 */
export function exportSolanaKey(privateKey: Uint8Array): string {
  assertSeed(privateKey)
  const both = new Uint8Array(64)
  both.set(privateKey)
  both.set(ed25519.getPublicKey(privateKey), 32)
  try {
    return encodeBase58(both)
  } finally {
    zeroize(both)
  }
}

/**
 * The bytes of a message, if they may be signed as they are: Solana's message has no prefix that tells it from a transaction.
 *
 * @throws TransactionAsMessageError for what anybody could take for a transaction
 */
export function readSolanaText(bytes: Uint8Array): Uint8Array {
  if (looksLikeSolanaTransaction(bytes)) throw new TransactionAsMessageError()
  return bytes
}

/**
 * Signs a message (Ed25519, RFC 8032). What it may say is decided by the caller.
 *
 * @returns 64 bytes
 * @throws InvalidPrivateKeyError, TransactionAsMessageError
 */
export function signSolanaMessage(privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  assertSeed(privateKey)
  return ed25519.sign(readSolanaText(message), privateKey)
}

/**
 * Reads what a transaction says, as it is to be signed.
 *
 * @param bytes the transaction's message: legacy or version 0
 * @throws InvalidTransactionError for anything that the network would not take
 */
export function readSolanaTransaction(bytes: Uint8Array): SolanaMessage {
  const message = parseSolanaMessage(bytes)
  if (!message) throw new InvalidTransactionError()
  return message
}

/**
 * Signs a transaction by an account that it names as a signer. The bytes are made from what was read, so nothing is signed that
 * the parser did not understand.
 *
 * @returns 64 bytes
 * @throws InvalidPrivateKeyError; InvalidTransactionError when the key's account is none of the signers
 */
export function signSolanaTransaction(privateKey: Uint8Array, message: SolanaMessage): Uint8Array {
  const signers = message.accounts.slice(0, message.requiredSignatures)
  if (!signers.includes(privateKeyToSolanaAddress(privateKey))) throw new InvalidTransactionError()
  return ed25519.sign(encodeSolanaMessage(message), privateKey)
}
