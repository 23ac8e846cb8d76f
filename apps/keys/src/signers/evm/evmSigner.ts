import {
  bytesToHex,
  deriveEvmAccount,
  hexToBytes,
  parseTransaction,
  parseTypedData,
  signMessage,
  signTransaction,
  signTypedData,
  type Transaction,
} from '@latchkey/keyring'
import type { EvmTransaction } from '@latchkey/protocol/keys'
import { EVM } from '../../accounts/accountIds.ts'
import { defineKeySigner } from '../../accounts/KeySigner.ts'
import { orRefuse, refuse } from '../../accounts/refuse.ts'
import type { EvmRequest } from './evmRequest.ts'

type Prepared =
  | { kind: 'message'; bytes: Uint8Array }
  | { kind: 'typedData'; value: object }
  | { kind: 'transaction'; transaction: Transaction }

/** Accounts of Ethereum and its kin: EIP-191, EIP-712, EIP-1559. */
export const evmSigner = /* @__PURE__ */ defineKeySigner<EvmRequest, Prepared>({
  ...EVM,
  derive: async (root) => [await deriveEvmAccount(root)],
  prepare(request) {
    if (request.kind === 'message')
      return { kind: 'message', bytes: messageBytes(request.message, request.hash) }
    if (request.kind === 'typedData') {
      const value = typedDataValue(request.typedData)
      orRefuse('invalidTypedData', () => parseTypedData(value))
      return { kind: 'typedData', value }
    }
    const form = () => parseTransaction(keyringForm(request.transaction))
    return { kind: 'transaction', transaction: orRefuse('invalidTransaction', form) }
  },
  sign(key, prepared) {
    if (prepared.kind === 'message') return { kind: 'signature', signature: signMessage(key, prepared.bytes) }
    if (prepared.kind === 'transaction')
      return { kind: 'transaction', ...signTransaction(key, prepared.transaction) }
    return { kind: 'signature', ...orRefuse('invalidTypedData', () => signTypedData(key, prepared.value)) }
  },
  exportKey: bytesToHex,
})

/** The wire's decimal digits as integers; the network and every field stay as they are. */
function keyringForm(transaction: EvmTransaction): Record<string, unknown> {
  return {
    ...transaction,
    type: 'eip1559',
    value: BigInt(transaction.value),
    gas: BigInt(transaction.gas),
    maxFeePerGas: BigInt(transaction.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(transaction.maxPriorityFeePerGas),
  }
}

/**
 * The bytes of a message, if they may be signed by EIP-191.
 *
 * @param hash whether 32 bytes, which could be the hash of anything, may be signed
 * @throws IntentRefusedError for 32 bytes where they may not, and for bytes that start as the pre-image
 * of EIP-712 does
 */
export function messageBytes(message: string, hash = false): Uint8Array<ArrayBuffer> {
  const bytes = orRefuse('invalidMessage', () => hexToBytes(message))
  if (bytes.length === 32 && !hash) throw refuse('looksLikeHash')
  if (bytes[0] === 0x19 && bytes[1] === 0x01) throw refuse('looksLikeTypedData')
  return bytes
}

/**
 * The value of typed data's JSON text, with the one rule that EIP-712 leaves open: a chain id is positive.
 * The strict reading is the keyring's.
 *
 * @throws IntentRefusedError when the text is not a JSON object, or its chain id is 0 or negative
 */
export function typedDataValue(text: string): object {
  const value = orRefuse('invalidTypedData', (): unknown => JSON.parse(text))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('invalidTypedData')
  const domain = (value as { domain?: unknown }).domain
  if (typeof domain !== 'object' || domain === null) throw refuse('invalidTypedData')
  if ('chainId' in domain && !isPositive(domain.chainId)) throw refuse('invalidTypedData')
  return value
}

function isPositive(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0
  if (typeof value !== 'string' || !/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(value)) return false
  return BigInt(value) > 0n
}
