import type { RpcRequest } from '../../../context/ChainContext.ts'
import type { Frame } from '../../../context/Frame.ts'
import { endSession } from '../../../keys/session.ts'
import { findRevocable, isDisconnect } from './revocations.ts'

/**
 * Answers what needs nobody's word: a site that gives back the accounts it was shown is disconnected, as if it had
 * signed out; and what was taken back stays taken back.
 *
 * @returns undefined when the person has to be asked
 * @throws as findRevocable does
 */
export async function answerRevocation(
  frame: Frame,
  request: RpcRequest,
): Promise<{ result: null | Record<string, never> } | undefined> {
  if (isDisconnect(request.method, request.params)) {
    await endSession(frame)
    return { result: null }
  }
  return (await findRevocable(frame, request)) === null ? { result: {} } : undefined
}
