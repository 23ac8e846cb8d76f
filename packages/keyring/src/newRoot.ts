import { split } from 'shamir-secret-sharing'
import { InvalidRootError, InvalidShareError, RootMismatchError } from './primitives/errors.ts'
import { assertRoot, type RandomBytes, ROOT_LENGTH } from './primitives/root.ts'
import { zeroize } from './primitives/zeroize.ts'
import { combineShares } from './shares.ts'

/**
 * Makes the root secret of a new wallet: every key of every network comes from it.
 * The caller zeroes the answer, and it is the caller's generator that decides how good it is.
 *
 * @param randomBytes a secure generator
 * @returns 32 bytes
 * @throws InvalidRootError when the generator gives another length, or the same byte 32 times
 * @example
 * const root = createRoot((length) => crypto.getRandomValues(new Uint8Array(length)))
 */
export function createRoot(randomBytes: RandomBytes): Uint8Array<ArrayBuffer> {
  const bytes = randomBytes(ROOT_LENGTH)
  assertRoot(bytes)
  if (bytes.every((byte) => byte === bytes[0])) throw new InvalidRootError()
  const root = Uint8Array.from(bytes)
  bytes.fill(0)
  return root
}

/**
 * Splits a root into two shares that are worthless alone (Shamir's scheme over GF(2^8), 2 of 2), and checks that the two
 * give the root again. Each call makes new shares; shares of different calls do not fit each other.
 *
 * The randomness is `globalThis.crypto`'s, which `shamir-secret-sharing` reads itself; its one-byte coefficients cannot
 * be zeroed from here. The caller zeroes both shares.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @returns two shares of 33 bytes
 * @throws InvalidRootError when the root is not 32 bytes long
 * @throws RootMismatchError when the check fails
 * @example const [device, server] = await splitRoot(root)
 */
export async function splitRoot(root: Uint8Array): Promise<[Uint8Array, Uint8Array]> {
  assertRoot(root)
  // The library compares constructors, so a subclass such as Buffer would be refused: hand over a plain copy.
  const copy = Uint8Array.from(root)
  let again: Uint8Array | undefined
  try {
    const [first, second] = await split(copy, 2, 2)
    if (!first || !second) throw new InvalidShareError()
    again = await combineShares(first, second)
    if (again.some((byte, at) => byte !== copy[at])) {
      zeroize(first, second)
      throw new RootMismatchError()
    }
    return [first, second]
  } finally {
    zeroize(copy)
    if (again) zeroize(again)
  }
}
