import { malformed } from '../errors.ts'
import type { Deployment, DescriptorContext, Factory } from './Descriptor.ts'
import {
  type JsonObject,
  readArray,
  readChainId,
  readChecksummed,
  readObject,
  readWords,
} from './readJson.ts'

function readDeployments(value: unknown): readonly Deployment[] | null {
  if (value === undefined) return null
  const list = readArray(value, 'deployments', 100)
  if (list.length === 0) return malformed('descriptor', 'deployments')
  return list.map((item) => {
    const { chainId, address } = readObject(item, ['chainId', 'address'], 'deployments')
    return { chainId: readChainId(chainId, 'chainId'), address: readChecksummed(address, 'address') }
  })
}

function readFactory(value: unknown): Factory | null {
  if (value === undefined) return null
  const { deployEvent, deployments } = readObject(value, ['deployEvent', 'deployments'], 'factory')
  const read = readDeployments(deployments)
  return {
    deployEvent: readWords(deployEvent, 'deployEvent', 200),
    deployments: read ?? malformed('descriptor', 'factory'),
  }
}

function readContract(value: unknown): DescriptorContext {
  const { deployments, factory } = readObject(value, ['deployments', 'factory'], 'contract')
  const context = {
    kind: 'contract',
    deployments: readDeployments(deployments),
    factory: readFactory(factory),
  } as const
  return (context.deployments ?? context.factory) ? context : malformed('descriptor', 'contract')
}

function readDomain(value: unknown): Readonly<Record<string, string | number>> {
  if (value === undefined) return {}
  const keys = ['name', 'version', 'chainId', 'verifyingContract']
  const { name, version, chainId, verifyingContract } = readObject(value, keys, 'domain')
  return {
    ...(name === undefined ? {} : { name: readWords(name, 'domain.name') }),
    ...(version === undefined ? {} : { version: readWords(version, 'domain.version') }),
    ...(chainId === undefined ? {} : { chainId: readChainId(chainId, 'domain.chainId') }),
    ...(verifyingContract === undefined
      ? {}
      : { verifyingContract: readChecksummed(verifyingContract, 'domain.verifyingContract') }),
  }
}

function readEip712(value: unknown): DescriptorContext {
  const keys = ['domain', 'deployments', 'domainSeparator']
  const { domain, deployments, domainSeparator } = readObject(value, keys, 'eip712')
  const separator = domainSeparator ?? null
  if (separator !== null && !(typeof separator === 'string' && /^0x[0-9a-f]{64}$/.test(separator)))
    return malformed('descriptor', 'domainSeparator')
  const read = readDomain(domain)
  const places = readDeployments(deployments)
  // A name alone is what anybody can write.
  const bound = places !== null || separator !== null || 'verifyingContract' in read
  if (!bound) return malformed('descriptor', 'eip712')
  return { kind: 'eip712', deployments: places, domain: read, domainSeparator: separator as string | null }
}

/** Reads `context` of ERC-7730. One that binds to no contract at all is refused. */
export function readContext(value: unknown): DescriptorContext {
  const context: JsonObject = readObject(value, ['$id', 'contract', 'eip712'], 'context')
  if ((context.contract === undefined) === (context.eip712 === undefined))
    return malformed('descriptor', 'context')
  return context.contract === undefined ? readEip712(context.eip712) : readContract(context.contract)
}
