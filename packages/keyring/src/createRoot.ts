import { assertRoot, ROOT_LENGTH } from './primitives/assertRoot.ts'
import { InvalidRootError } from './primitives/errors.ts'

/** Gives `length` bytes of a cryptographically secure generator, such as `crypto.getRandomValues`. */
export type RandomBytes = (length: number) => Uint8Array

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
