import { hasCode } from '@latchkey/errors'
import { ChallengeGoneError, CodeExpiredError, CodeLockedError, verifyEmail } from '@latchkey/protocol/http'
import { NoChallengeError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { liveChallenge } from '../state/keysState.ts'
import type { StoredChallenge } from '../state/storedSession.ts'
import { completeLogin, findLogin, finishLogin, type ServiceLogin } from './completeLogin.ts'

/**
 * Answers the challenge with a code, and brings the wallet onto this device.
 *
 * The service takes a code once. When it took it and the network failed afterwards, the login is on record here, and the
 * next call goes on from there instead of asking for another code.
 *
 * @param signal honoured until the code is sent
 * @param over fires on sign-out: nothing is stored any more
 * @throws NoChallengeError, RoundTripError, and what the service answers
 */
export async function answerCode(
  context: KeysContext,
  code: string,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<void> {
  const { partition, hostOrigin, client } = context
  const stored = (await partition.challenges.read())?.value ?? null
  const challenge = liveChallenge({ challenge: stored, hostOrigin, now: client.now() })
  if (!challenge || challenge.action === 'VERIFY_DEVICE') throw new NoChallengeError()
  const end = { loginId: challenge.challengeId, over, tooLate: () => new ChallengeGoneError() }
  try {
    const begun = await findLogin(context, challenge.challengeId, over)
    if (begun) await finishLogin(context, begun, end)
    else await completeLogin(context, await verify(context, challenge, code, signal, over), end)
  } catch (error) {
    if (hasCode(error, CodeLockedError.code, CodeExpiredError.code, ChallengeGoneError.code)) {
      await partition.challenges.write({ ...challenge, spent: true }, () => !over.aborted)
      await context.changed()
    }
    throw error
  }
}

async function verify(
  { partition, client }: KeysContext,
  { challengeId }: StoredChallenge,
  code: string,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<ServiceLogin> {
  const { proofKey } = await partition.device()
  if (signal.aborted || over.aborted) throw new CancelledError()
  // From here on an abort by the caller is not honoured: the service may have taken the code.
  const body = { challengeId, code: code.toUpperCase() }
  return client.call(verifyEmail, { proofKey }, { body, signal: over })
}
