/**
 * Overwrites buffers with zeros. Whoever receives a secret buffer from this package zeroes it when done.
 *
 * The engine may have copied the bytes before, and numbers inside the curve arithmetic are big integers that cannot be
 * overwritten: this shortens the life of a secret, it does not prove its end.
 *
 * @param buffers what to overwrite, in place
 * @example
 * try { … } finally { zeroize(root, account.privateKey) }
 */
export function zeroize(...buffers: readonly Uint8Array[]): void {
  for (const buffer of buffers) buffer.fill(0)
}
