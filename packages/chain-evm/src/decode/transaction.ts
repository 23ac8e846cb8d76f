import { deepFreeze } from '@latchkey/std/deepFreeze'
import { type Hex, hexToBigInt, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { parseAddress, sameAddress } from './address.ts'
import { malformed, refuse } from './errors.ts'
import type { ShownTransaction, TransactionRequest } from './model.ts'

const known = new Set(
  'from to value data input gas gasLimit gasPrice maxFeePerGas maxPriorityFeePerGas nonce chainId type accessList'.split(
    ' ',
  ),
)
/** Fields of types that the wallet never signs for a site: delegation (EIP-7702) and blobs (EIP-4844). */
const refused = new Map([
  ['authorizationList', 'delegation'],
  ['blobVersionedHashes', 'blob'],
  ['blobs', 'blob'],
  ['maxFeePerBlobGas', 'blob'],
  ['sidecars', 'blob'],
])
const uint256Max = 2n ** 256n - 1n
/** EIP-7825: no transaction may have more gas than this. */
const gasCap = 2n ** 24n

type Fields = Record<string, unknown>

function optionalQuantity(fields: Fields, name: string): bigint | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return malformed(name)
  return hexToBigInt(value as Hex)
}

function hexBytes(value: unknown, name: string): Hex | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return malformed(name)
  if (value.length > 131_074) return malformed('dataTooLong')
  return value.toLowerCase() as Hex
}

function readData(fields: Fields): Hex {
  const data = hexBytes(fields.data, 'data')
  const input = hexBytes(fields.input, 'input')
  if (data !== undefined && input !== undefined && data !== input) malformed('dataAndInputDiffer')
  return input ?? data ?? '0x'
}

function readAccessList(value: unknown): TransactionRequest['accessList'] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > 100) return malformed('accessList')
  return value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return malformed('accessList')
    const { address, storageKeys, ...rest } = entry as Fields
    if (!Array.isArray(storageKeys) || storageKeys.length > 100 || Object.keys(rest).length > 0)
      return malformed('accessList')
    const keys = storageKeys.map((key: unknown) =>
      typeof key === 'string' && /^0x[0-9a-fA-F]{64}$/.test(key)
        ? (key.toLowerCase() as Hex)
        : malformed('storageKeySize'),
    )
    return { address: parseAddress(address), storageKeys: keys }
  })
}

function checkType(fields: Fields): void {
  const type = optionalQuantity(fields, 'type')
  if (type === 4n) refuse('delegation')
  if (type === 3n) refuse('blob')
  if (type !== undefined && type > 2n) refuse('transactionType')
}

function readFees(fields: Fields): Pick<TransactionRequest, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  const gasPrice = optionalQuantity(fields, 'gasPrice')
  const maxFeePerGas = optionalQuantity(fields, 'maxFeePerGas')
  const maxPriorityFeePerGas = optionalQuantity(fields, 'maxPriorityFeePerGas')
  if (gasPrice !== undefined) {
    if (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined) malformed('feesOfTwoTypes')
    // A legacy price is what EIP-1559 calls a fee and a tip of the same height.
    return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice }
  }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    refuse('tipAboveFeeCap')
  return { maxFeePerGas, maxPriorityFeePerGas }
}

function readNonce(fields: Fields): number | undefined {
  const nonce = optionalQuantity(fields, 'nonce')
  if (nonce === undefined) return undefined
  return nonce <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(nonce) : malformed('nonce')
}

function readGas(fields: Fields): bigint | undefined {
  const gas = optionalQuantity(fields, 'gas')
  const limit = optionalQuantity(fields, 'gasLimit')
  if (gas !== undefined && limit !== undefined && gas !== limit) malformed('gas')
  const value = gas ?? limit
  if (value !== undefined && value > gasCap) refuse('gasAboveCap')
  return value
}

/** `chainId` as sites write it: hex quantity, decimal text or number. */
function readChainId(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (
    typeof value !== 'number' &&
    !(typeof value === 'string' && /^(?:0x[0-9a-fA-F]+|[1-9][0-9]*)$/.test(value))
  )
    return malformed('chainId')
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : malformed('chainId')
}

/**
 * Reads the params of `eth_sendTransaction` strictly: unknown fields are refused, so nothing can be asked for that is
 * not shown.
 *
 * @param context the active network and the account that must be the sender
 * @throws MalformedRequestError, or UnsafeRequestError with reason `delegation` (EIP-7702, type 4), `blob`, `wrongNetwork`,
 *   `wrongAccount`, `tipAboveFeeCap` or `gasAboveCap`
 * @example
 * parseTransactionRequest([{ from, to, value: '0x1' }], { chainId: 1, address: from }).value // 1n
 */
export function parseTransactionRequest(
  params: readonly unknown[],
  context: { chainId: number; address: string },
): TransactionRequest {
  const [first] = params
  if (params.length !== 1 || typeof first !== 'object' || first === null || Array.isArray(first))
    return malformed('paramCount')
  const fields = first as Fields
  for (const key of Object.keys(fields)) {
    const reason = refused.get(key)
    if (reason) refuse(reason)
    if (!known.has(key)) malformed('unknownField', key)
  }
  checkType(fields)
  const chainId = readChainId(fields.chainId)
  if (chainId !== undefined && chainId !== context.chainId) refuse('wrongNetwork')
  const from = parseAddress(fields.from ?? context.address)
  if (from.toLowerCase() !== context.address.toLowerCase()) refuse('wrongAccount')
  const value = optionalQuantity(fields, 'value') ?? 0n
  if (value > uint256Max) malformed('value')
  const noTarget = fields.to === undefined || fields.to === null
  const data = readData(fields)
  if (noTarget && data === '0x') malformed('emptyCreation')
  return deepFreeze({
    from,
    to: noTarget ? null : parseAddress(fields.to),
    value,
    data,
    gas: readGas(fields),
    nonce: readNonce(fields),
    ...readFees(fields),
    accessList: readAccessList(fields.accessList),
  })
}

function sameFields(raw: Hex, shown: ShownTransaction): boolean {
  const signed = parseTransaction(raw)
  if (signed.type !== 'eip1559') return false
  const list = (entries: ShownTransaction['accessList'] | undefined) =>
    JSON.stringify(entries ?? []).toLowerCase()
  return (
    signed.chainId === shown.chainId &&
    (signed.nonce ?? 0) === shown.nonce &&
    (signed.to ?? '').toLowerCase() === (shown.to ?? '').toLowerCase() &&
    (signed.value ?? 0n) === shown.value &&
    (signed.data ?? '0x').toLowerCase() === shown.data.toLowerCase() &&
    (signed.gas ?? 0n) === shown.gas &&
    (signed.maxFeePerGas ?? 0n) === shown.maxFeePerGas &&
    (signed.maxPriorityFeePerGas ?? 0n) === shown.maxPriorityFeePerGas &&
    list(signed.accessList) === list(shown.accessList)
  )
}

/** Whether a signed transaction is, field by field, the one that was shown, by the account that was shown. */
export async function isSignedAsShown(
  signed: { raw: Hex; hash: Hex },
  shown: ShownTransaction,
): Promise<boolean> {
  try {
    if (keccak256(signed.raw) !== signed.hash.toLowerCase() || !sameFields(signed.raw, shown)) return false
    const signer = await recoverTransactionAddress({ serializedTransaction: signed.raw as `0x02${string}` })
    return sameAddress(signer, shown.from)
  } catch {
    return false
  }
}
