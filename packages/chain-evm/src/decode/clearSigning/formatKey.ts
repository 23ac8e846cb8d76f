import { type AbiFunction, type AbiParameter, parseAbiItem, toFunctionSelector } from 'viem'
import { malformed } from '../errors.ts'

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
export function readCallKey(key: string): { selector: string; abi: AbiFunction } {
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
export function readTypedKey(key: string): string {
  const struct = '[A-Za-z_][A-Za-z0-9_]*\\([A-Za-z0-9_\\[\\] ,]*\\)'
  return key.length <= 2_000 && new RegExp(`^(?:${struct})+$`).test(key)
    ? key
    : malformed('descriptorKey', key)
}
