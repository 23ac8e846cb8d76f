import type { DecodedCall } from '../calldata.ts'
import type { Described, PinnedToken } from '../Described.ts'
import { malformed } from '../errors.ts'
import type { TypedDataRequest } from '../typedData.ts'
import { dataOfTyped } from './DataNode.ts'
import { createDescriptorSet } from './DescriptorSet.ts'
import { type CallContext, describeCallTree } from './describeCallTree.ts'
import { describeData } from './describeData.ts'
import type { IsFromFactory } from './matchContext.ts'
import { orNull } from './orNull.ts'

/** Says what calls and typed data mean, by the descriptors that it was made with and by nothing else. */
export type ClearSigner = {
  /**
   * Puts a description in place of every step that could not be read and that a descriptor covers wholly. Whatever no
   * descriptor covers stays as it is.
   */
  describeCall(call: DecodedCall, context: CallContext): DecodedCall
  /** What typed data means; null when no descriptor covers all of it. */
  describeTypedData(data: TypedDataRequest): Described | null
  /** What this build calls a contract; null: nothing. */
  nameOf(chainId: number, address: string): string | null
  /** A token's metadata where this build vouches for it. */
  tokenOf(chainId: number, address: string): PinnedToken | null
}

/**
 * Makes a clear signer (ERC-7730) from descriptors. One that cannot be read says nothing; so does anything that fails
 * while it describes.
 *
 * @param documents parsed JSON
 * @param isFromFactory answers the `factory` constraint; without it no factory's contract is described
 * @example
 * createClearSigner(snapshot).describeCall(decodeCall(call), { chainId: 1, from })
 */
export function createClearSigner(
  documents: readonly unknown[],
  isFromFactory: IsFromFactory = () => false,
): ClearSigner {
  const set = createDescriptorSet(documents, isFromFactory)
  return {
    describeCall: (call, context) => describeCallTree(set, call, context),
    describeTypedData: (data) =>
      orNull(() => {
        const match = set.formatOfTyped(data)
        const { chainId, verifyingContract: to } = data.domain
        if (!match || chainId === undefined || to === undefined) return null
        return describeData(match.descriptor, match.format, dataOfTyped(data), {
          container: { chainId, to, from: data.address, value: 0n },
          nameOf: (address) => set.nameOf(chainId, address),
          tokenOf: (address) => set.tokenOf(chainId, address),
          onCall: () => malformed('descriptorInner'),
        })
      }),
    nameOf: set.nameOf,
    tokenOf: set.tokenOf,
  }
}
