import { type Address, hashStruct } from 'viem'
import { sameAddress } from '../parseAddress.ts'
import type { TypedDataRequest } from '../typedData.ts'
import type { Deployment, DescriptorContext, Factory } from './Descriptor.ts'

/** Whether a factory made a contract, as the network tells; without an answer it did not. */
export type IsFromFactory = (factory: Factory, chainId: number, address: Address) => boolean

const isDeployed = (deployments: readonly Deployment[], chainId: number, address: string): boolean =>
  deployments.some((one) => one.chainId === chainId && sameAddress(one.address, address))

/** Whether every constraint of a contract context holds for the target of a call. */
export function matchesCall(
  context: DescriptorContext,
  chainId: number,
  to: Address,
  isFromFactory: IsFromFactory,
): boolean {
  if (context.kind !== 'contract') return false
  const { deployments, factory } = context
  if (deployments !== null && !isDeployed(deployments, chainId, to)) return false
  if (factory !== null && !isFromFactory(factory, chainId, to)) return false
  return deployments !== null || factory !== null
}

const separatorOf = ({ domain, types }: TypedDataRequest): string =>
  hashStruct({
    data: domain as Record<string, unknown>,
    primaryType: 'EIP712Domain',
    types: types as Record<string, { name: string; type: string }[]>,
  })

/** Whether every constraint of an EIP-712 context holds for the domain of typed data. */
export function matchesTyped(context: DescriptorContext, data: TypedDataRequest): boolean {
  if (context.kind !== 'eip712') return false
  const { chainId, verifyingContract } = data.domain
  // Without both nothing could be said about where it counts.
  if (chainId === undefined || verifyingContract === undefined) return false
  const { deployments, domain, domainSeparator } = context
  if (deployments !== null && !isDeployed(deployments, chainId, verifyingContract)) return false
  if (domainSeparator !== null && separatorOf(data) !== domainSeparator) return false
  const given: Readonly<Record<string, unknown>> = data.domain
  return Object.entries(domain).every(([name, value]) => given[name] === value)
}
