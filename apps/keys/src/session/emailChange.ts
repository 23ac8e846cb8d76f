import { hasCode } from '@latchkey/errors'
import * as http from '@latchkey/protocol/http'
import { type Challenge, NothingPendingError, SignedOutError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeSession, type StoredSession, toChallenge } from '../state/keysState.ts'
import { createSealedRecord } from '../storage/device.ts'
import { type StoredEmailChange, storedEmailChange } from './flows.ts'
import { sameEmail } from './requestCode.ts'
import { keepSession, refreshSession } from './tokenSource.ts'

/** Both codes within this time, in ms. */
const LIFETIME = 15 * 60_000

export type ChangeStep = { action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'; challenge: Challenge }
export type ChangeAnswer =
  | { next: 'VERIFY_SECONDARY_OTP'; challenge: Challenge }
  | { next: 'DONE'; newEmail: string }

/** The record of the change that is under way. */
export const emailChangeRecord = ({ partition }: KeysContext) =>
  createSealedRecord(partition.store, 'emailChange', storedEmailChange)

const actions = { primary: 'VERIFY_PRIMARY_OTP', secondary: 'VERIFY_SECONDARY_OTP' } as const

/** The session, if this site is connected to it. */
async function requireConnected({ partition, hostOrigin }: KeysContext): Promise<StoredSession> {
  const session = (await partition.sessions.read())?.value ?? null
  const complete = completeSession({ session, share: await partition.readShare() })
  if (!complete?.session.grants.includes(hostOrigin)) throw new SignedOutError()
  return complete
}

/** The change that is under way for this site and this person. */
async function readChange(context: KeysContext): Promise<StoredEmailChange | null> {
  const { hostOrigin, client } = context
  const { session } = await requireConnected(context)
  const change = (await emailChangeRecord(context).read())?.value
  const isOurs = change?.hostOrigin === hostOrigin && change.userId === session.user.id
  return isOurs && client.now() < change.startedAt + LIFETIME ? change : null
}

async function requireChange(context: KeysContext): Promise<StoredEmailChange> {
  const change = await readChange(context)
  if (!change) throw new NothingPendingError()
  return change
}

async function keep(context: KeysContext, change: StoredEmailChange, over: AbortSignal): Promise<void> {
  if (!(await emailChangeRecord(context).write(change, () => !over.aborted))) throw new CancelledError()
}

/**
 * Begins a change of the e-mail address. The same address again goes on with the change that is under way, without a new
 * mail.
 *
 * @throws SignedOutError when this site is not connected, and what the service answers
 */
export async function beginEmailChange(
  context: KeysContext,
  { email, locale }: { email: string; locale?: string | undefined },
  over: AbortSignal,
): Promise<ChangeStep> {
  const { session } = await requireConnected(context)
  const { authorized, client, hostOrigin } = context
  const under = await readChange(context)
  if (under && sameEmail(under.newEmail, email) && client.now() < under.challenge.expiresAt) {
    return { action: actions[under.step], challenge: toChallenge(under.challenge) }
  }
  const body = { email, ...(locale === undefined ? {} : { locale }) }
  const answer = await authorized.call(http.startEmailChange, { body, signal: over })
  const { action, changeId } = answer
  const challenge = client.byOwnClock(answer.challenge)
  const step = action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
  const startedAt = client.now()
  const userId = session.user.id
  await keep(
    context,
    { v: 1, changeId, userId, hostOrigin, newEmail: email, step, challenge, startedAt },
    over,
  )
  return { action, challenge: toChallenge(challenge) }
}

/** What ends a change for good. */
const CHANGE_ENDS = [
  http.EmailChangeGoneError.code,
  http.EmailTakenError.code,
  http.AccountFrozenError.code,
] as const

/**
 * The address that the change led to, when it is made already: the answer that said so may have been lost. Where notices went
 * to that address before, the session does not say whether it signs in now.
 */
async function findMade(
  context: KeysContext,
  { step, newEmail }: StoredEmailChange,
  over: AbortSignal,
): Promise<string | null> {
  const isNew = (email: string | null): email is string => email !== null && sameEmail(email, newEmail)
  if (step !== 'secondary' || isNew((await requireConnected(context)).session.user.email)) return null
  await refreshSession(context, over)
  const { email } = (await requireConnected(context)).session.user
  return isNew(email) ? email : null
}

/**
 * Takes the code of the present step.
 *
 * @param over fires on sign-out; nothing else stops it, because the service may have taken the code
 */
export async function answerEmailChange(
  context: KeysContext,
  code: string,
  over: AbortSignal,
): Promise<ChangeAnswer> {
  const { authorized, client } = context
  const change = await requireChange(context)
  const { changeId, step } = change
  const input = { body: { changeId, code: code.toUpperCase() }, signal: over }
  try {
    if (step === 'primary') {
      const answer = await authorized.call(http.verifyEmailPrimary, input)
      const challenge = client.byOwnClock(answer.challenge)
      await keep(context, { ...change, step: 'secondary', challenge }, over)
      return { next: 'VERIFY_SECONDARY_OTP', challenge: toChallenge(challenge) }
    }
    const { newEmail } = await authorized.call(http.verifyEmailSecondary, input)
    await emailChangeRecord(context).remove()
    // The change is made: a network that fails now must not say that it was not.
    await refreshSession(context, over).catch(() => undefined)
    return { next: 'DONE', newEmail }
  } catch (error) {
    const isGone = hasCode(error, http.EmailChangeGoneError.code)
    const made = isGone ? await findMade(context, change, over) : null
    if (hasCode(error, ...CHANGE_ENDS)) await emailChangeRecord(context).remove()
    if (made !== null) return { next: 'DONE', newEmail: made }
    throw error
  }
}

/** Sends the code of the present step again. */
export async function resendEmailChange(context: KeysContext, over: AbortSignal): Promise<Challenge> {
  const change = await requireChange(context)
  const answer = await context.authorized.call(http.resendEmailChange, {
    body: { changeId: change.changeId },
    signal: over,
  })
  const challenge = context.client.byOwnClock(answer.challenge)
  await keep(context, { ...change, challenge }, over)
  return toChallenge(challenge)
}

/**
 * Has the service write down that the site may know the e-mail address that its person has seen.
 *
 * @throws EmailReplacedError, OriginNotAllowedError, SignedOutError, and what the service answers
 */
export async function shareEmail(context: KeysContext, email: string, signal: AbortSignal): Promise<void> {
  const { authorized, hostOrigin } = context
  await keepSession(context, await authorized.call(http.shareEmail, { body: { hostOrigin, email }, signal }))
}
