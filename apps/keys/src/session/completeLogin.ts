import type { BaseError } from '@latchkey/errors'
import { hasCode } from '@latchkey/errors'
import {
  AccountFrozenError,
  AccountHeldError,
  FreshLoginRequiredError,
  getSession,
  ProtectedWalletError,
  type Session,
  signOut,
  type Tokens,
} from '@latchkey/protocol/http'
import { PasskeyCannotOpenError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import { isOwnPlace } from '../state/hostOrigin.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredSession } from '../state/storedSession.ts'
import { type OpenProtected, prepareWallet } from '../wallet/prepareWallet.ts'

/** What the service answers to every proof of identity. */
export type ServiceLogin = { tokens: Tokens; session: Session }

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

/** Brings the wallet of a login on record onto this device, and makes the session ready. */
export async function finishLogin(context: KeysContext, login: StoredSession, end: LoginEnd): Promise<void> {
  const { partition } = context
  const { over, open } = end
  await context.vault.lock()
  let session: Session
  try {
    session = await prepareWallet(context, login.session, over, open)
  } catch (error) {
    if (hasCode(error, FreshLoginRequiredError.code)) {
      await partition.sessions.remove(() => !over.aborted)
      throw end.tooLate()
    }
    if (hasCode(error, AccountFrozenError.code, AccountHeldError.code)) await refuseLogin(context, over)
    if (!hasCode(error, ProtectedWalletError.code, PasskeyCannotOpenError.code)) throw error
    await awaitRecovery(context, login, over)
    if (hasCode(error, PasskeyCannotOpenError.code)) throw error
    return
  }
  await readyLogin(context, { ...login, session }, over)
}

/** The wallet is here: the session is ready. */
export async function readyLogin(
  { partition, changed }: KeysContext,
  login: StoredSession,
  over: AbortSignal,
): Promise<void> {
  // The tokens may have been renewed meanwhile: keep those that are stored.
  const tokens = (await partition.sessions.read())?.value.tokens ?? login.tokens
  const ready: StoredSession = { ...login, tokens, stage: 'ready' }
  if (!(await partition.sessions.write(ready, () => !over.aborted))) throw new CancelledError()
  await partition.challenges.remove(() => !over.aborted)
  await changed()
}

/** The login stays, and says what opens its wallet. */
async function awaitRecovery(context: KeysContext, login: StoredSession, over: AbortSignal): Promise<void> {
  const { partition, authorized } = context
  const known = login.session.wallet?.tier === 'protected'
  const session = known ? login.session : await authorized.call(getSession, { signal: over })
  const tokens = (await partition.sessions.read())?.value.tokens ?? login.tokens
  const kept = await partition.sessions.write({ ...login, tokens, session }, () => !over.aborted)
  if (!kept) throw new CancelledError()
  await partition.challenges.remove(() => !over.aborted)
  await context.changed()
}

/** On a site the login is of no use. On the account page it stays: that is where a freeze is lifted. */
async function refuseLogin(context: KeysContext, over: AbortSignal): Promise<void> {
  if (isOwnPlace(context) || over.aborted) return
  await dropLogin(context)
  await context.partition.challenges.remove(() => !over.aborted)
  await context.changed()
}

/** Gives up a login that is not finished; the service is told as far as it answers. */
export async function dropLogin(context: KeysContext): Promise<void> {
  const { partition } = context
  const stored = await partition.sessions.read()
  if (stored?.value.stage !== 'login') return
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
