import type { TypedDataRequest } from '../typedData.ts'

/** `encodeType` of EIP-712 for the primary type: the struct itself, then the others that it needs by name. */
export function encodeTypeOf({ primaryType, types }: TypedDataRequest): string {
  const others = Object.keys(types)
    .filter((name) => name !== primaryType && name !== 'EIP712Domain')
    .sort()
  return [primaryType, ...others]
    .map(
      (name) => `${name}(${(types[name] ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`,
    )
    .join('')
}
