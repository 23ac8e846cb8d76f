import type { CaipNetworkId, ConnectorContext } from '@latchkey/core/connector'
import { encodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import { UncertainSendError } from '../answer/errors.ts'
import { NodeError, readRpc } from './readRpc.ts'

/** The id of a signed transaction: its first signature, behind their count, which is one byte in all that a network takes. */
const idOf = (wire: Uint8Array): string => encodeBase58(wire.subarray(1, 65))

/** Whether the network has seen a transaction. */
const isSeen = (told: unknown): boolean =>
  isRecord(told) && Array.isArray(told.value) && isRecord(told.value[0])

/**
 * Sends what a wallet has only signed. Where the page says nothing else, the block that it names need not be final: left to
 * itself a node refuses one of the last seconds. Where the network did not say whether it took it, it is asked, and where it refuses, too: the
 * second try of one whose answer was lost is refused as done already, and who is told so pays again.
 *
 * @returns the transaction's id
 * @throws UncertainSendError with `data.hash` when nobody can tell, or the node's refusal
 */
export async function sendSigned(
  { services, projectId }: Pick<ConnectorContext, 'services' | 'projectId'>,
  caipNetworkId: CaipNetworkId,
  wire: Uint8Array,
  options: object,
): Promise<string> {
  const { apiOrigin } = services
  const ask = (method: string, params: readonly unknown[]) =>
    readRpc({ apiOrigin, projectId, caipNetworkId, method, params })
  const transaction = btoa(Array.from(wire, (byte) => String.fromCharCode(byte)).join(''))
  const hash = idOf(wire)
  const usual = { preflightCommitment: 'confirmed' }
  try {
    return String(await ask('sendTransaction', [transaction, { ...usual, ...options, encoding: 'base64' }]))
  } catch (error) {
    const found = await ask('getSignatureStatuses', [[hash], { searchTransactionHistory: true }]).catch(
      () => undefined,
    )
    if (isSeen(found)) return hash
    throw error instanceof NodeError ? error : new UncertainSendError({ cause: error, data: { hash } })
  }
}
