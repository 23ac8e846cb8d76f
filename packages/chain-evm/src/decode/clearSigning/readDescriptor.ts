import { type AbiFunction, type AbiParameter, parseAbiItem, toFunctionSelector } from 'viem'
import { malformed } from '../errors.ts'
import type { PinnedToken } from '../model.ts'
import type { Deployment, Descriptor, DescriptorContext, Factory, MessageFormat } from './Descriptor.ts'
import {
  definitionKeys,
  type FieldReader,
  type JsonObject,
  type Metadata,
  readArray,
  readChainId,
  readChecksummed,
  readFields,
  readLiteral,
  readMaps,
  readObject,
  readPaths,
  readRecord,
  readWords,
} from './readFields.ts'

/** Parameters as ERC-7730 writes them: canonical types, each with a name, no spaces after commas. */
function written(params: readonly AbiParameter[]): string {
  const names = params.map(({ name }) => name ?? '')
  if (names.includes('') || new Set(names).size !== names.length) return malformed('descriptorKey')
  const one = (param: AbiParameter): string =>
    param.type.startsWith('tuple') && 'components' in param
      ? `(${written(param.components)})${param.type.slice('tuple'.length)} ${param.name}`
      : `${param.type} ${param.name}`
  return params.map(one).join(',')
}

/**
 * Reads a contract key of `display.formats`: a human-readable function fragment with the names of its parameters.
 *
 * @throws MalformedRequestError with reason `descriptorKey` for anything that is not written canonically
 * @example
 * readCallKey('transfer(address to,uint256 value)').selector // '0xa9059cbb'
 */
function readCallKey(key: string): { selector: string; abi: AbiFunction } {
  if (key.length > 1_000) malformed('descriptorKey')
  let item: unknown
  try {
    item = parseAbiItem(`function ${key}` as 'function f()')
  } catch (cause) {
    return malformed('descriptorKey', cause instanceof Error ? cause.name : key)
  }
  const abi = item as AbiFunction
  if (abi.type !== 'function' || `${abi.name}(${written(abi.inputs)})` !== key)
    return malformed('descriptorKey', key)
  return { selector: toFunctionSelector(abi), abi }
}

/** Reads an EIP-712 key of `display.formats`: what `encodeType` gives for the primary type. */
function readTypedKey(key: string): string {
  const struct = '[A-Za-z_][A-Za-z0-9_]*\\([A-Za-z0-9_\\[\\] ,]*\\)'
  return key.length <= 2_000 && new RegExp(`^(?:${struct})+$`).test(key)
    ? key
    : malformed('descriptorKey', key)
}

const base = 'https://eips.ethereum.org/assets/eip-7730/erc7730-'

/** The released schemas; another one is another language. */
const versions: ReadonlyMap<unknown, 1 | 2> = new Map([
  [`${base}v1.schema.json`, 1],
  [`${base}v2.schema.json`, 2],
])

function readToken(value: unknown): PinnedToken | null {
  if (value === undefined) return null
  const { name, ticker, decimals } = readObject(value, ['name', 'ticker', 'decimals'], 'token')
  const places = readLiteral(decimals, 'decimals')
  if (typeof places !== 'number' || places < 0 || places > 36) return malformed('descriptor', 'decimals')
  return {
    name: readWords(name, 'token.name'),
    ticker: readWords(ticker, 'token.ticker', 12),
    decimals: places,
  }
}

const readEnum = (value: unknown): Readonly<Record<string, string>> =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(readRecord(value, 'enums').map(([key, word]) => [key, readWords(word, 'enums', 40)])),
  )

function readMetadata(value: unknown) {
  const keys = ['owner', 'contractName', 'info', 'token', 'constants', 'enums', 'maps']
  const { owner, contractName, info, token, constants, enums, maps } = readObject(value, keys, 'metadata')
  readObject(info ?? {}, ['url', 'deploymentDate', 'legalName', 'lastUpdate'], 'info')
  const metadata: Metadata = {
    constants: new Map(
      readRecord(constants ?? {}, 'constants').map(([name, one]) => [name, readLiteral(one, 'constants')]),
    ),
    enums: new Map(readRecord(enums ?? {}, 'enums').map(([name, one]) => [name, readEnum(one)])),
    maps: readMaps(maps),
  }
  return {
    owner: readWords(owner, 'owner', 40),
    contractName: contractName === undefined ? null : readWords(contractName, 'contractName', 40),
    token: readToken(token),
    metadata,
  }
}

function readFormat(reader: FieldReader, value: unknown): MessageFormat {
  const lists = reader.version === 1 ? ['required', 'excluded'] : []
  const keys = ['$id', 'intent', 'interpolatedIntent', 'fields', ...lists]
  const { intent, interpolatedIntent, fields, required, excluded } = readObject(value, keys, 'format')
  return {
    intent: readWords(intent, 'intent'),
    interpolatedIntent:
      interpolatedIntent === undefined ? null : readWords(interpolatedIntent, 'interpolatedIntent', 200),
    fields: readFields(reader, fields),
    required: readPaths(reader, required),
    excluded: readPaths(reader, excluded),
  }
}

function readDefinitions(value: unknown): FieldReader['definitions'] {
  const read = readRecord(value ?? {}, 'definitions').map(([name, definition]) => [
    name,
    readObject(definition, definitionKeys, 'definitions'),
  ])
  return Object.fromEntries(read)
}

/** Refuses two keys for one thing: which of them holds could not be told. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return new Set(items.map(keyOf)).size === items.length ? items : malformed('descriptorAmbiguous')
}

/**
 * Reads a descriptor of ERC-7730, versions 1 and 2, more strictly than the standard asks: unknown keys, formats, parameters
 * and references are refused, as are `includes`, `abi`, `schemas` and encrypted fields. All or nothing.
 *
 * @param file the parsed JSON
 * @throws MalformedRequestError
 * @example
 * const descriptor = readDescriptor(JSON.parse(text))
 */
export function readDescriptor(file: unknown): Descriptor {
  const { $schema, context, metadata, display } = readObject(
    file,
    ['$schema', '$comment', 'context', 'metadata', 'display'],
    'descriptor',
  )
  const version = versions.get($schema) ?? malformed('descriptor', '$schema')
  const bound = readContext(context)
  const { metadata: references, ...about } = readMetadata(metadata)
  const { definitions, formats } = readObject(display, ['definitions', 'formats'], 'display')
  const reader = { metadata: references, definitions: readDefinitions(definitions), version }
  const read = readRecord(formats, 'formats').map(([key, format]) => ({
    key,
    format: readFormat(reader, format),
  }))
  const calls =
    bound.kind === 'contract' ? read.map(({ key, format }) => ({ ...readCallKey(key), ...format })) : []
  const messages =
    bound.kind === 'eip712'
      ? read.map(({ key, format }) => ({ encodeType: readTypedKey(key), ...format }))
      : []
  return {
    context: bound,
    ...about,
    calls: unique(calls, ({ selector }) => selector),
    messages: unique(messages, ({ encodeType }) => encodeType),
  }
}

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
function readContext(value: unknown): DescriptorContext {
  const context: JsonObject = readObject(value, ['$id', 'contract', 'eip712'], 'context')
  if ((context.contract === undefined) === (context.eip712 === undefined))
    return malformed('descriptor', 'context')
  return context.contract === undefined ? readEip712(context.eip712) : readContract(context.contract)
}
