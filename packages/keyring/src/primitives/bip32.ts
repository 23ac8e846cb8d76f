import { secp256k1 } from '@noble/curves/secp256k1.js'
import { InvalidChildKeyError, InvalidSeedError } from './errors.ts'
import { hmacSha512 } from './hmacSha512.ts'
import { HARDENED, parsePath } from './path.ts'
import { zeroize } from './zeroize.ts'

/** CKDpriv of BIP-32. `node` is key ‖ chain code; it is overwritten with the child. */
async function stepDown(node: Uint8Array<ArrayBuffer>, index: number): Promise<void> {
  const { Fn } = secp256k1.Point
  const key = node.subarray(0, 32)
  const data = new Uint8Array(37)
  if (index >= HARDENED) data.set(key, 1)
  else data.set(secp256k1.getPublicKey(key, true))
  new DataView(data.buffer).setUint32(33, index)
  const mac = await hmacSha512(node.subarray(32), data)
  try {
    const tweak = Fn.fromBytes(mac.subarray(0, 32), true)
    const child = Fn.create(tweak + Fn.fromBytes(key))
    // BIP-32: such an index has no key. It happens once in 2^127, so no other index is tried in its place.
    if (!Fn.isValid(tweak) || !Fn.isValidNot0(child)) throw new InvalidChildKeyError()
    node.set(Fn.toBytes(child))
    node.set(mac.subarray(32), 32)
  } finally {
    zeroize(data, mac)
  }
}

/**
 * Derives a secp256k1 private key from a seed (BIP-32, private parent to private child).
 * Written here, on the audited curve, so that every step's key and chain code can be zeroed.
 * The caller zeroes the answer.
 *
 * @param seed 16 to 64 bytes; stays the caller's to zero
 * @param path such as `m/44'/60'/0'/0/0`; at least one step, hardened steps with `'`
 * @returns the 32-byte private key
 * @throws InvalidSeedError, InvalidPathError, InvalidChildKeyError
 * @example const privateKey = await deriveSecp256k1Key(seed, "m/44'/60'/0'/0/0")
 */
export async function deriveSecp256k1Key(seed: Uint8Array, path: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!(seed instanceof Uint8Array) || seed.length < 16 || seed.length > 64) throw new InvalidSeedError()
  const steps = parsePath(path)
  const copy = Uint8Array.from(seed)
  let node: Uint8Array<ArrayBuffer> | undefined
  try {
    node = await hmacSha512(new TextEncoder().encode('Bitcoin seed'), copy)
    if (!secp256k1.utils.isValidSecretKey(node.subarray(0, 32))) throw new InvalidChildKeyError()
    for (const index of steps) await stepDown(node, index)
    return node.slice(0, 32)
  } finally {
    zeroize(copy)
    if (node) zeroize(node)
  }
}
