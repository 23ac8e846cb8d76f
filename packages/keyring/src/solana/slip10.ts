import { InvalidPathError, InvalidSeedError } from '../primitives/errors.ts'
import { hmacSha512 } from '../primitives/hmacSha512.ts'
import { HARDENED, parsePath } from '../primitives/path.ts'
import { zeroize } from '../primitives/zeroize.ts'

/**
 * Derives an Ed25519 private key from a seed (SLIP-10, "Private parent key to private child key"). Each key and chain code on
 * the way is zeroed. The caller zeroes the answer.
 *
 * @param seed 16 to 64 bytes; stays the caller's to zero
 * @param path such as `m/44'/501'/0'/0'`; every step is hardened, the curve has no others
 * @returns 32 bytes: the seed of RFC 8032
 * @throws InvalidSeedError, InvalidPathError
 * @example const privateKey = await deriveEd25519Key(seed, "m/44'/501'/0'/0'")
 */
export async function deriveEd25519Key(seed: Uint8Array, path: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!(seed instanceof Uint8Array) || seed.length < 16 || seed.length > 64) throw new InvalidSeedError()
  const steps = parsePath(path)
  if (steps.some((index) => index < HARDENED)) throw new InvalidPathError()
  const copy = Uint8Array.from(seed)
  let node = await hmacSha512(new TextEncoder().encode('ed25519 seed'), copy)
  zeroize(copy)
  const data = new Uint8Array(37)
  try {
    for (const index of steps) {
      data.set(node.subarray(0, 32), 1)
      new DataView(data.buffer).setUint32(33, index)
      const child = await hmacSha512(node.subarray(32), data)
      zeroize(node)
      node = child
    }
    return node.slice(0, 32)
  } finally {
    zeroize(node, data)
  }
}
