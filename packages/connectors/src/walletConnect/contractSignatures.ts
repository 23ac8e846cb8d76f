import { isRecord } from '@latchkey/std/isRecord'

/** Reason of an answer that is kept from the client. */
export const CONTRACT_SIGNATURE = 'A contract signature cannot be checked here.'
/** CAIP-74: the signature of an account that has a key (ERC-191). */
const KEY_SIGNATURE = 'eip191'

/**
 * Turns an answer with the signature of a contract (ERC-1271) into an error. The client would check it by a server of its
 * maker, and tell that server who signs in where.
 *
 * @param payload JSON-RPC, as it was decrypted
 */
export function withoutContractSignatures(payload: unknown): unknown {
  if (!isRecord(payload) || !isRecord(payload.result) || !Array.isArray(payload.result.cacaos)) return payload
  const isByKey = (cacao: unknown) => isRecord(cacao) && isRecord(cacao.s) && cacao.s.t === KEY_SIGNATURE
  if (payload.result.cacaos.every(isByKey)) return payload
  const { id } = payload
  return { id, jsonrpc: '2.0', error: { code: -32000, message: CONTRACT_SIGNATURE } }
}
