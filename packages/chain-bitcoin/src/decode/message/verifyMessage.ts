import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { OutScript, SigHash } from '@scure/btc-signer'
import { equalBytes, hash160 } from '@scure/btc-signer/utils.js'
import type { BitcoinChain } from '../../model/chainIds.ts'
import { scriptOf } from '../account/addresses.ts'
import { decodeWitness, messageDigest } from './bip322.ts'
import { isLegacySignature } from './legacyMessage.ts'

/** The name of the form, which newer wallets write before it. */
const PREFIX = /^smp/

export type SignedBitcoinMessage = {
  address: string
  chain: BitcoinChain
  /** The bytes themselves. */
  message: Uint8Array
  /** Base64. */
  signature: string
}

/**
 * How an account has signed a message: by BIP-322 (P2WPKH, P2TR), or as wallets did before it (BIP-137; P2PKH, P2WPKH, and P2WPKH
 * inside of P2SH).
 *
 * @returns undefined where it has not
 * @example findBitcoinProof({ address: '1…', chain: 'mainnet', message, signature }) // 'bip137'
 */
export function findBitcoinProof(signed: SignedBitcoinMessage): 'bip322' | 'bip137' | undefined {
  if (isBitcoinSignature(signed)) return 'bip322'
  const script = scriptOf(signed.address, signed.chain)
  const bytes = decodeBase64(signed.signature)
  return script && bytes && isLegacySignature(script, signed.message, bytes) ? 'bip137' : undefined
}

/**
 * Whether an account has signed a message (BIP-322, `simple`), for P2WPKH and P2TR by its key.
 *
 * @returns false for everything else, accounts of other kinds among them
 * @example isBitcoinSignature({ address: 'bc1q…', chain: 'mainnet', message, signature })
 */
export function isBitcoinSignature({ address, chain, message, signature }: SignedBitcoinMessage): boolean {
  const script = scriptOf(address, chain)
  const bytes = decodeBase64(signature.replace(PREFIX, ''))
  const witness = bytes && decodeWitness(bytes)
  if (!script || !witness) return false
  const account = OutScript.decode(script)
  try {
    if (account.type === 'tr') return isByTaproot(account.pubkey, witness, message, script)
    return account.type === 'wpkh' && isByKeyHash(account.hash, witness, message, script)
  } catch {
    // No key, or a signature in another form.
    return false
  }
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

/** One Schnorr signature (BIP-340): 64 bytes, or 65 when it says what it covers. */
function isByTaproot(
  key: Uint8Array,
  witness: Uint8Array[],
  message: Uint8Array,
  script: Uint8Array,
): boolean {
  const [signature, ...more] = witness
  if (!signature || more.length > 0) return false
  const sighash = signature.length === 65 ? signature[64] : SigHash.DEFAULT
  const covers = signature.length === 64 || (signature.length === 65 && sighash === SigHash.ALL)
  const digest = covers ? messageDigest(message, script, sighash ?? 0) : undefined
  return digest !== undefined && schnorr.verify(signature.subarray(0, 64), digest, key)
}

/** A strict DER signature with a low s that says ALL, and the key. */
function isByKeyHash(
  hash: Uint8Array,
  witness: Uint8Array[],
  message: Uint8Array,
  script: Uint8Array,
): boolean {
  const [signature, key, ...more] = witness
  if (!signature || key?.length !== 33 || more.length > 0 || !equalBytes(hash160(key), hash)) return false
  const digest = signature.at(-1) === SigHash.ALL ? messageDigest(message, script, SigHash.ALL) : undefined
  if (!digest) return false
  return secp256k1.verify(signature.subarray(0, -1), digest, key, {
    prehash: false,
    lowS: true,
    format: 'der',
  })
}
