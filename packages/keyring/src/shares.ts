import { combine } from 'shamir-secret-sharing'
import { InvalidShareError, RootMismatchError } from './primitives/errors.ts'
import { ROOT_LENGTH } from './primitives/root.ts'
import { zeroize } from './primitives/zeroize.ts'

/** Length of a share, in bytes: one value for each byte of the root, and the point they belong to. */
export const SHARE_LENGTH = ROOT_LENGTH + 1

/**
 * Puts a root together from its two shares, in any order, and has it compared with what is on record of the wallet.
 * The comparison is what detects a damaged share or two shares of different splits: the scheme itself cannot.
 * The caller zeroes the answer.
 *
 * @param first, second shares of 33 bytes; stay the caller's to zero
 * @param isRight whether the root gives the addresses that were written down when the wallet was made
 * @throws InvalidShareError when a share has a wrong form
 * @throws RootMismatchError when the root is another one; it is zeroed before
 * @example const root = await combineRoot(deviceShare, serverShare, (root) => givesAddress(root, '0x…'))
 */
export async function combineRoot(
  first: Uint8Array,
  second: Uint8Array,
  isRight: (root: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  const root = await combineShares(first, second)
  try {
    if (!(await isRight(root))) throw new RootMismatchError()
    return root
  } catch (error) {
    zeroize(root)
    throw error
  }
}

/** The secret of two shares, whatever it is. The caller compares it with something, and zeroes it. */
export async function combineShares(first: Uint8Array, second: Uint8Array): Promise<Uint8Array> {
  for (const share of [first, second]) {
    if (!(share instanceof Uint8Array) || share.length !== SHARE_LENGTH) throw new InvalidShareError()
    // At point 0 a share would be the secret itself: whoever sent it would choose the root.
    if (share[ROOT_LENGTH] === 0) throw new InvalidShareError()
  }
  if (first[ROOT_LENGTH] === second[ROOT_LENGTH]) throw new InvalidShareError()
  const copies = [Uint8Array.from(first), Uint8Array.from(second)]
  try {
    return await combine(copies)
  } finally {
    zeroize(...copies)
  }
}
