import { InvalidRootError } from './errors.ts'

/** Length of a root secret, in bytes. */
export const ROOT_LENGTH = 32

/** Refuses everything but 32 bytes; a root of 32 equal bytes means a broken generator. */
export function assertRoot(root: Uint8Array): void {
  if (!(root instanceof Uint8Array) || root.length !== ROOT_LENGTH) throw new InvalidRootError()
}
