import type { Address } from 'viem'
import type { PinnedToken } from '../Described.ts'
import { sameAddress } from '../parseAddress.ts'
import type { TypedDataRequest } from '../typedData.ts'
import type { CallFormat, Descriptor, TypedFormat } from './Descriptor.ts'
import { type IsFromFactory, matchesCall, matchesTyped } from './matchContext.ts'
import { orNull } from './orNull.ts'
import { readDescriptor } from './readDescriptor.ts'

/** A descriptor whose context holds, with the one of its formats that fits. */
type Match<Format> = { readonly descriptor: Descriptor; readonly format: Format }

/** The descriptors of a build. Where two fit, neither does: which of them holds could not be told. */
export type DescriptorSet = {
  formatOfCall(chainId: number, to: Address, selector: string): Match<CallFormat> | null
  formatOfTyped(data: TypedDataRequest): Match<TypedFormat> | null
  nameOf(chainId: number, address: string): string | null
  tokenOf(chainId: number, address: string): PinnedToken | null
}

const only = <T>(items: readonly T[]): T | null => (items.length === 1 ? (items[0] ?? null) : null)

const isAt = ({ context }: Descriptor, chainId: number, address: string): boolean =>
  context.kind === 'contract' &&
  (context.deployments ?? []).some((one) => one.chainId === chainId && sameAddress(one.address, address))

/** Reads descriptors; one that cannot be read says nothing. */
export function createDescriptorSet(
  documents: readonly unknown[],
  isFromFactory: IsFromFactory,
): DescriptorSet {
  const all = documents.flatMap((document) => orNull(() => readDescriptor(document)) ?? [])
  const at = (chainId: number, address: string) => all.filter((one) => isAt(one, chainId, address))
  return {
    formatOfCall: (chainId, to, selector) =>
      only(
        all
          .filter(({ context }) => matchesCall(context, chainId, to, isFromFactory))
          .flatMap((descriptor) =>
            descriptor.calls
              .filter((format) => format.selector === selector)
              .map((format) => ({ descriptor, format })),
          ),
      ),
    formatOfTyped(data) {
      const encodeType = encodeTypeOf(data)
      return only(
        all
          .filter(({ context }) => matchesTyped(context, data))
          .flatMap((descriptor) =>
            descriptor.messages
              .filter((format) => format.encodeType === encodeType)
              .map((format) => ({ descriptor, format })),
          ),
      )
    },
    nameOf: (chainId, address) =>
      only([...new Set(at(chainId, address).map(({ contractName, owner }) => contractName ?? owner))]),
    tokenOf: (chainId, address) => only(at(chainId, address).flatMap(({ token }) => token ?? [])),
  }
}

/** `encodeType` of EIP-712 for the primary type: the struct itself, then the others that it needs by name. */
function encodeTypeOf({ primaryType, types }: TypedDataRequest): string {
  const others = Object.keys(types)
    .filter((name) => name !== primaryType && name !== 'EIP712Domain')
    .sort()
  return [primaryType, ...others]
    .map(
      (name) => `${name}(${(types[name] ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`,
    )
    .join('')
}
