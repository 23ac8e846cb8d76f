import { secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript } from '@scure/btc-signer'
import { concatBytes, equalBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js'

const HEAD = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
/** First and last first bytes of a signature (BIP-137): P2PKH, P2SH-P2WPKH, P2WPKH. Up to here the key is not compressed. */
const FIRST = 27
const COMPRESSED = 31
const NESTED = 35
const SEGWIT = 39
const LAST = 42

/** Of a text's length, as transactions count. */
function countOf(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length <= 0xffff) return Uint8Array.of(0xfd, length & 0xff, length >> 8)
  return Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24)
}

/** What a legacy message is signed as. @param message the bytes themselves */
export const legacyHash = (message: Uint8Array): Uint8Array =>
  sha256x2(HEAD, countOf(message.length), message)

/**
 * Whether the key behind a script has signed a message as wallets did before BIP-322 (BIP-137): of P2PKH, P2WPKH, and P2WPKH inside
 * of P2SH. Wallets that know nothing of BIP-137 sign for segwit with the first byte of P2PKH, which tells the key as well.
 *
 * @param signature 65 bytes
 * @returns false for everything else, taproot among it: it has no such messages
 */
export function isLegacySignature(script: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const [first = 0] = signature
  if (signature.length !== 65 || first < FIRST || first > LAST) return false
  const isCompressed = first >= COMPRESSED
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    // Of the two that fit, the lower is the real one.
    if (parsed.hasHighS()) return false
    const point = parsed.addRecoveryBit((first - FIRST) & 3).recoverPublicKey(legacyHash(message))
    const hash = hash160(point.toBytes(isCompressed))
    const account = OutScript.decode(script)
    if (account.type === 'pkh') return first < NESTED && equalBytes(hash, account.hash)
    if (account.type === 'wpkh')
      return isCompressed && (first < NESTED || first >= SEGWIT) && equalBytes(hash, account.hash)
    if (account.type !== 'sh' || !isCompressed || first >= SEGWIT) return false
    return equalBytes(hash160(concatBytes(Uint8Array.of(0, 20), hash)), account.hash)
  } catch {
    // No signature, or no script that there is.
    return false
  }
}
