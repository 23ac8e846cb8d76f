import { decodeBase58 } from '@latchkey/std/base58'

/**
 * Whether an account has signed these very bytes (Ed25519, RFC 8032).
 *
 * @param address base58
 * @param signature 64 bytes
 */
export async function isSolanaSignature(
  address: string,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  const key = decodeBase58(address, 44)
  if (key?.length !== 32 || signature.length !== 64) return false
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  return ed25519.verify(signature, bytes, key)
}
