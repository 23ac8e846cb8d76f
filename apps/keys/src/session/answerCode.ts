import {
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  FreshLoginRequiredError,
  getSession,
  type Session,
  signOut,
  type Tokens,
  verifyEmail,
} from '@latchkey/protocol/http'
import { NoChallengeError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors.ts'
import { hasCode } from '../hasCode.ts'
import type { KeysContext } from '../KeysContext.ts'
import { prepareWallet } from '../wallet/prepareWallet.ts'
import { liveChallenge } from './keysState.ts'
import type { StoredChallenge, StoredSession } from './storedSession.ts'

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
  if (!challenge) throw new NoChallengeError()
  try {
    const begun = await findBegun(context, challenge, over)
    await finish(context, begun ?? (await verify(context, challenge, code, signal, over)), over)
  } catch (error) {
    if (hasCode(error, CodeLockedError.code, CodeExpiredError.code, ChallengeGoneError.code)) {
      await partition.challenges.write({ ...challenge, spent: true }, () => !over.aborted)
      await context.changed()
    }
    throw error
  }
}

/** The login of this very challenge, if the service has taken its code already; its wallet may be another one by now. */
async function findBegun(
  { partition, authorized }: KeysContext,
  challenge: StoredChallenge,
  over: AbortSignal,
): Promise<StoredSession | null> {
  const login = (await partition.sessions.read())?.value ?? null
  if (login?.stage !== 'login' || login.challengeId !== challenge.challengeId) return null
  return { ...login, session: await authorized.call(getSession, { signal: over }) }
}

async function verify(
  context: KeysContext,
  challenge: StoredChallenge,
  code: string,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<StoredSession> {
  const { partition, client } = context
  const { proofKey } = await partition.device()
  const { challengeId } = challenge
  if (signal.aborted || over.aborted) throw new CancelledError()
  // From here on an abort by the caller is not honoured: the service may have taken the code.
  const body = { challengeId, code: code.toUpperCase() }
  const { tokens, session } = await client.call(verifyEmail, { proofKey }, { body, signal: over })
  const login: StoredSession = { v: 1, tokens, session, stage: 'login', challengeId }
  const before = (await partition.sessions.read())?.value ?? null
  if (!(await partition.sessions.write(login, () => !over.aborted))) {
    void endQuietly(context, proofKey, tokens, undefined)
    throw new CancelledError()
  }
  if (before) {
    const share = await partition.readShare()
    const keysetId = before.session.user.id === session.user.id ? undefined : share?.keysetId
    void endQuietly(context, proofKey, before.tokens, keysetId)
  }
  return login
}

async function finish(context: KeysContext, login: StoredSession, over: AbortSignal): Promise<void> {
  const { partition } = context
  await context.vault.lock()
  let session: Session
  try {
    session = await prepareWallet(context, login.session, over)
  } catch (error) {
    if (hasCode(error, FreshLoginRequiredError.code)) {
      // The login that was begun is too old to go on with: only a new code helps.
      await partition.sessions.remove(() => !over.aborted)
      throw new ChallengeGoneError()
    }
    throw error
  }
  // The tokens may have been renewed meanwhile: keep those that are stored.
  const tokens = (await partition.sessions.read())?.value.tokens ?? login.tokens
  const ready: StoredSession = { ...login, tokens, session, stage: 'ready' }
  if (!(await partition.sessions.write(ready, () => !over.aborted))) throw new CancelledError()
  await partition.challenges.remove(() => !over.aborted)
  await context.changed()
}

/** Ends a session that nobody holds any more, as far as the service answers. */
async function endQuietly(
  { client }: KeysContext,
  proofKey: CryptoKeyPair,
  { accessToken }: Tokens,
  keysetId: string | undefined,
): Promise<void> {
  try {
    const body = keysetId === undefined ? {} : { keysetId }
    await client.call(signOut, { proofKey, accessToken }, { body, timeout: 2_000 })
  } catch {
    // It ends by itself: the tokens are gone with this device's record.
  }
}
