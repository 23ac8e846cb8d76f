import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/**
 * Pays the cost of the first signature (some 10 ms: tables of the curve, compilation) while nobody waits. It signs a
 * fixed digest with the key 1, and holds no secret.
 *
 * @example addEventListener('message', () => warmUp(), { once: true })
 */
export function warmUp(): void {
  const key = new Uint8Array(32)
  key[31] = 1
  secp256k1.getPublicKey(key, false)
  secp256k1.sign(keccak_256(key), key, {
    prehash: false,
    lowS: true,
    format: 'recovered',
    extraEntropy: false,
  })
}
