import { type BaseError, hasCode } from '@latchkey/errors'
import {
  AccountFrozenError,
  AccountHeldError,
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  FreshLoginRequiredError,
  getSession,
  ProtectedWalletError,
  type Session,
  signOut,
  type Tokens,
  verifyEmail,
} from '@latchkey/protocol/http'
import { NoChallengeError, PasskeyCannotOpenError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import { isOwnPlace } from '../state/hostOrigin.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { liveChallenge, type StoredChallenge, type StoredSession } from '../state/keysState.ts'
import { type OpenProtected, prepareWallet } from '../wallet/prepareWallet.ts'
import { emailChangeRecord } from './emailChange.ts'
import { dropFlows, dropJoin, readJoin } from './flows.ts'
import { readLive } from './requestCode.ts'

/** What the service answers to every proof of identity. */
type ServiceLogin = { tokens: Tokens; session: Session }

export type LoginEnd = {
  /** The challenge, flow or join that was finished. */
  loginId: string
  /** Fires on sign-out: nothing is stored any more. */
  over: AbortSignal
  /** Makes the error for a login that is too old to go on with. */
  tooLate(): BaseError
  /** Brings a protected wallet onto this device, where a method's key is at hand. */
  open?: OpenProtected | undefined
}

/**
 * What every login ends with: it is put on record, the session before it ends, the wallet is brought onto this device, and
 * the session is ready. A protected wallet that nothing opens yet leaves the login on record: the state then says
 * `awaitingRecovery`.
 *
 * The service takes a code, a result or a join once. Where the network fails afterwards, `findLogin` gives the login that
 * is on record, and `finishLogin` goes on from there.
 *
 * @throws RoundTripError, PasskeyCannotOpenError, AccountFrozenError, AccountHeldError, and what the service answers
 */
export async function completeLogin(context: KeysContext, login: ServiceLogin, end: LoginEnd): Promise<void> {
  await finishLogin(context, await takeLogin(context, login, end), end)
}

/** Puts a login on record in the place of the session before it, which ends. */
export async function takeLogin(
  context: KeysContext,
  { tokens, session }: ServiceLogin,
  { loginId, over }: Pick<LoginEnd, 'loginId' | 'over'>,
): Promise<StoredSession> {
  const { partition } = context
  const { proofKey } = await partition.device()
  const login: StoredSession = { v: 1, tokens, session, stage: 'login', loginId }
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

/** The login that the service has taken already, if it is on record and not finished; with what the service says of it now. */
export async function findLogin(
  { partition, authorized }: KeysContext,
  loginId: string | undefined,
  over: AbortSignal,
): Promise<StoredSession | null> {
  const login = (await partition.sessions.read())?.value ?? null
  if (login?.stage !== 'login' || (loginId !== undefined && login.loginId !== loginId)) return null
  return { ...login, session: await authorized.call(getSession, { signal: over }) }
}

/**
 * What goes on with a login for as long as it is the one on record. Once another tab has put its own there, nothing is
 * asked of the service by that one's tokens, and no share is kept beside its session.
 */
export function contextOfLogin(context: KeysContext, loginId: string): KeysContext {
  const { partition, authorized } = context
  const stands = async () => (await partition.sessions.read())?.value.loginId === loginId
  return {
    ...context,
    partition: {
      ...partition,
      writeShare: async (share, allowed) => (await stands()) && partition.writeShare(share, allowed),
    },
    authorized: {
      async call(route, input) {
        try {
          if (await stands()) return await authorized.call(route, input)
        } catch (error) {
          if (await stands()) throw error
        }
        throw new CancelledError()
      },
    },
  }
}

/** Brings the wallet of a login on record onto this device, and makes the session ready. */
export async function finishLogin(given: KeysContext, login: StoredSession, end: LoginEnd): Promise<void> {
  const context = contextOfLogin(given, login.loginId)
  const { over, open } = end
  await context.vault.lock()
  let session: Session
  try {
    session = await prepareWallet(context, login.session, over, open)
  } catch (error) {
    if (hasCode(error, FreshLoginRequiredError.code)) {
      await replaceLogin(context, login, null, over)
      // Else the page goes on asking for what opens a wallet that nobody's login waits for.
      await context.changed()
      throw end.tooLate()
    }
    if (hasCode(error, AccountFrozenError.code, AccountHeldError.code))
      await refuseLogin(context, login, over)
    if (!hasCode(error, ProtectedWalletError.code, PasskeyCannotOpenError.code)) throw error
    await awaitRecovery(context, login, over)
    if (hasCode(error, PasskeyCannotOpenError.code)) throw error
    return
  }
  await readyLogin(context, { ...login, session }, over)
}

/**
 * Writes what has become of a login in its own place, with the tokens that stand there: they may have been renewed meanwhile.
 *
 * @param next null takes it away
 * @throws CancelledError when it stands there no more: after a sign-out, or another tab's login
 */
async function replaceLogin(
  { partition: { sessions } }: KeysContext,
  { loginId }: StoredSession,
  next: StoredSession | null,
  over: AbortSignal,
): Promise<void> {
  for (;;) {
    const stored = await sessions.read()
    if (over.aborted || stored?.value.loginId !== loginId) throw new CancelledError()
    const isSame = (tag: string | null) => tag === stored.tag && !over.aborted
    if (next === null) return sessions.remove(isSame)
    if (await sessions.write({ ...next, tokens: stored.value.tokens }, isSame)) return
  }
}

/** The wallet is here: the session is ready. */
export async function readyLogin(
  context: KeysContext,
  login: StoredSession,
  over: AbortSignal,
): Promise<void> {
  await replaceLogin(context, login, { ...login, stage: 'ready' }, over)
  await context.partition.challenges.remove(() => !over.aborted)
  await context.changed()
}

/** The login stays, and says what opens its wallet. */
async function awaitRecovery(context: KeysContext, login: StoredSession, over: AbortSignal): Promise<void> {
  const known = login.session.wallet?.tier === 'protected'
  const session = known ? login.session : await context.authorized.call(getSession, { signal: over })
  await replaceLogin(context, login, { ...login, session }, over)
  await context.partition.challenges.remove(() => !over.aborted)
  await context.changed()
}

/** On a site the login is of no use. On the account page it stays: that is where a freeze is lifted. */
async function refuseLogin(
  context: KeysContext,
  { loginId }: StoredSession,
  over: AbortSignal,
): Promise<void> {
  if (isOwnPlace(context) || over.aborted) return
  await dropLogin(context, loginId)
  await context.partition.challenges.remove(() => !over.aborted)
  await context.changed()
}

/** Gives up a login that is not finished, or that one alone; the service is told as far as it answers. */
async function dropLogin(context: KeysContext, loginId?: string): Promise<void> {
  const { partition } = context
  const stored = await partition.sessions.read()
  if (stored?.value.stage !== 'login') return
  if (loginId !== undefined && stored.value.loginId !== loginId) return
  await partition.sessions.remove((tag) => tag === stored.tag)
  void endQuietly(context, (await partition.device()).proofKey, stored.value.tokens, undefined)
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
    await client.call(signOut, { proofKey, accessToken }, { body, ms: 2_000 })
  } catch {
    // It ends by itself: the tokens are gone with this device's record.
  }
}

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

/** Forgets what this site has under way: a code, a device request, social logins, a join, a login that is not finished. */
export async function giveUp(context: KeysContext): Promise<void> {
  const { partition, hostOrigin } = context
  if (await readLive(context)) await partition.challenges.remove()
  await dropFlows(context)
  const join = await readJoin(context)
  if (join) await dropJoin(context, join.joinId)
  const session = (await partition.sessions.read())?.value.session
  if (session?.grants.includes(hostOrigin)) await dropLogin(context)
  const changes = emailChangeRecord(context)
  if ((await changes.read())?.value.hostOrigin === hostOrigin) await changes.remove()
  await context.changed()
}
