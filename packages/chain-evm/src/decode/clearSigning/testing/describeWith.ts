import { type Address, encodeFunctionData, type Hex, parseAbiItem } from 'viem'
import { decodeCall } from '../../calldata.ts'
import type { DecodedCall } from '../../model.ts'
import { createClearSigner } from '../createClearSigner.ts'
import { renderDescribed } from './renderDescribed.ts'
import { account, contract } from './sampleDescriptor.ts'

const provider = { tokens: { [contract.toLowerCase()]: { symbol: 'EX', decimals: 2 } }, native: 'ETH' }

/** Calldata of a function that is written as a descriptor's key. */
export function encode(key: string, args: readonly unknown[]): Hex {
  const item = parseAbiItem(`function ${key}` as 'function f()')
  return encodeFunctionData({ abi: [item], args } as unknown as Parameters<typeof encodeFunctionData>[0])
}

/** What a signer with these descriptors makes of a call. */
export function callWith(
  documents: readonly unknown[],
  data: Hex,
  { value = 0n, to = contract, chainId = 1 }: { value?: bigint; to?: Address; chainId?: number } = {},
): DecodedCall {
  return createClearSigner(documents).describeCall(decodeCall({ to, value, data }), {
    chainId,
    from: account,
  })
}

/** The same in English; null: nothing is said. */
export function sayWith(
  documents: readonly unknown[],
  data: Hex,
  options?: { value?: bigint; to?: Address; chainId?: number },
) {
  const call = callWith(documents, data, options)
  return call.kind === 'described' ? renderDescribed(provider, call.described) : null
}
