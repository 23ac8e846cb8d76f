import {
  type EvmAccount,
  parseTransaction,
  parseTypedData,
  signMessage,
  signTransaction,
  signTypedData,
} from '@latchkey/keyring'
import type { EvmTransaction } from '@latchkey/protocol/keys'
import { type Intent, messageBytes, orRefuse, typedDataValue } from './intents.ts'
import type { Signed } from './Vault.ts'

/**
 * Checks an intent by the signing policy and signs it if the wallet is unlocked. The check comes first, so that nothing
 * which would be refused makes the service release a share.
 *
 * @param unlocked gives the account, or null while the wallet is locked
 * @returns null when locked
 * @throws IntentRefusedError
 */
export function signIntent(intent: Intent, unlocked: () => EvmAccount | null): Signed | null {
  const sign = prepare(intent)
  const account = unlocked()
  return account && sign(account.privateKey)
}

function prepare(intent: Intent): (privateKey: Uint8Array) => Signed {
  if (intent.kind === 'message') {
    const bytes = messageBytes(intent.message, intent.hash)
    return (key) => ({ kind: 'signature', signature: signMessage(key, bytes) })
  }
  if (intent.kind === 'typedData') {
    const value = typedDataValue(intent.typedData)
    orRefuse('invalidTypedData', () => parseTypedData(value))
    return (key) => ({ kind: 'signature', ...orRefuse('invalidTypedData', () => signTypedData(key, value)) })
  }
  const transaction = orRefuse('invalidTransaction', () => parseTransaction(keyringForm(intent.transaction)))
  return (key) => ({ kind: 'transaction', ...signTransaction(key, transaction) })
}

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
