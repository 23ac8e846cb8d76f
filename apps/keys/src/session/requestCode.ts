import { hasCode } from '@latchkey/errors'
import { RateLimitedError, startEmail } from '@latchkey/protocol/http'
import { type Challenge, NoChallengeError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import { isOwnPlace } from '../state/hostOrigin.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeSession, liveChallenge, type StoredChallenge, toChallenge } from '../state/keysState.ts'

/**
 * An address as the service knows accounts by: trimmed, NFKC, A to Z in lower case and the domain too. Other letters of
 * the local part are kept as typed (docs/decisions/0007-email-case.md).
 */
export function comparableEmail(address: string): string {
  const text = address.trim().normalize('NFKC')
  const at = text.lastIndexOf('@')
  return text.slice(0, at).replace(/[A-Z]/g, (letter) => letter.toLowerCase()) + text.slice(at).toLowerCase()
}

/** Whether two texts name one account. */
export const sameEmail = (one: string, other: string): boolean =>
  comparableEmail(one) === comparableEmail(other)

export type CodeRequest = { email: string; resend: boolean; locale?: string | undefined }
export type CodeAnswer = { action: StoredChallenge['action']; challenge: Challenge | null }

/**
 * Starts a login. The same address with a grant for this site is signed in already; a code that still lives is answered
 * again without a new mail, unless `resend` asks for one.
 */
export async function requestCode(
  context: KeysContext,
  request: CodeRequest,
  signal: AbortSignal,
): Promise<CodeAnswer> {
  const { client } = context
  if (await isConnectedAs(context, request.email)) return { action: 'CONNECT', challenge: null }
  const live = await readLive(context)
  const usable = live && !live.spent && client.now() < live.expiresAt && sameEmail(live.email, request.email)
  const challenge = usable && !request.resend ? live : await sendCode(context, request, signal)
  const { action } = challenge
  return { action, challenge: action === 'VERIFY_DEVICE' ? null : toChallenge(challenge) }
}

/**
 * Sends a new code to the address of the challenge on the screen.
 *
 * @throws NoChallengeError when there is none
 */
export async function requestCodeAgain(context: KeysContext, signal: AbortSignal): Promise<Challenge> {
  const live = await readLive(context)
  if (!live || live.action === 'VERIFY_DEVICE') throw new NoChallengeError()
  return toChallenge(await sendCode(context, live, signal))
}

/** The challenge of this site, if there is one. */
export async function readLive({
  partition,
  hostOrigin,
  client,
}: KeysContext): Promise<StoredChallenge | null> {
  const challenge = (await partition.challenges.read())?.value ?? null
  return liveChallenge({ challenge, hostOrigin, now: client.now() })
}

/** On the account page a login is asked for to be fresh, so that nobody counts as signed in there already. */
async function isConnectedAs(context: KeysContext, email: string): Promise<boolean> {
  const { partition, hostOrigin } = context
  const session = await partition.sessions.read()
  const complete = completeSession({ session: session?.value ?? null, share: await partition.readShare() })
  if (!complete?.session.grants.includes(hostOrigin) || isOwnPlace(context)) return false
  const own = complete.session.user.email
  return own !== null && sameEmail(own, email)
}

/** Asks the service for a code, and keeps what it answers. */
export async function sendCode(
  context: KeysContext,
  { email, locale }: Pick<CodeRequest, 'email' | 'locale'>,
  signal: AbortSignal,
): Promise<StoredChallenge> {
  const { partition, hostOrigin, client, config } = context
  const { proofKey } = await partition.device()
  const body = {
    projectId: config.projectId,
    hostOrigin,
    email,
    purpose: isOwnPlace(context) ? ('account' as const) : ('login' as const),
    ...(locale === undefined ? {} : { locale }),
  }
  const reply = await client
    .call(startEmail, { proofKey }, { body, signal })
    .catch(async (error: unknown) => {
      if (!hasCode(error, RateLimitedError.code)) throw error
      const { solveWork, taskOf } = await import('./solveWork.ts')
      const task = taskOf(error.data)
      if (!task) throw error
      const work = await solveWork(task, signal)
      return client.call(startEmail, { proofKey }, { body: { ...body, work }, signal })
    })
  const challenge: StoredChallenge = {
    v: 1,
    ...client.byOwnClock(reply),
    email,
    hostOrigin,
    spent: false,
    ...(locale === undefined ? {} : { locale }),
  }
  if (!(await partition.challenges.write(challenge, () => !signal.aborted))) throw new CancelledError()
  await context.changed()
  return challenge
}
