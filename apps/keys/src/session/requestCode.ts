import { startEmail } from '@latchkey/protocol/http'
import { type Challenge, NoChallengeError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors.ts'
import type { KeysContext } from '../KeysContext.ts'
import { completeSession, liveChallenge, toChallenge } from './keysState.ts'
import { sameEmail } from './sameEmail.ts'
import type { StoredChallenge } from './storedSession.ts'

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
  const { partition, hostOrigin, client } = context
  const session = await partition.sessions.read()
  const complete = completeSession({ session: session?.value ?? null, share: await partition.readShare() })
  const granted = complete?.session.grants.includes(hostOrigin) ?? false
  if (complete && granted && sameEmail(complete.session.user.email, request.email)) {
    return { action: 'CONNECT', challenge: null }
  }
  const stored = (await partition.challenges.read())?.value ?? null
  const live = liveChallenge({ challenge: stored, hostOrigin, now: client.now() })
  const usable = live && !live.spent && client.now() < live.expiresAt && sameEmail(live.email, request.email)
  const challenge = usable && !request.resend ? live : await sendCode(context, request, signal)
  return { action: challenge.action, challenge: toChallenge(challenge) }
}

/**
 * Sends a new code to the address of the challenge on the screen.
 *
 * @throws NoChallengeError when there is none
 */
export async function requestCodeAgain(context: KeysContext, signal: AbortSignal): Promise<Challenge> {
  const { partition, hostOrigin, client } = context
  const stored = (await partition.challenges.read())?.value ?? null
  const live = liveChallenge({ challenge: stored, hostOrigin, now: client.now() })
  if (!live) throw new NoChallengeError()
  return toChallenge(await sendCode(context, live, signal))
}

async function sendCode(
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
    purpose: 'login' as const,
    ...(locale === undefined ? {} : { locale }),
  }
  const reply = await client.call(startEmail, { proofKey }, { body, signal })
  const challenge: StoredChallenge = {
    v: 1,
    ...reply,
    email,
    hostOrigin,
    spent: false,
    ...(locale === undefined ? {} : { locale }),
  }
  if (!(await partition.challenges.write(challenge, () => !signal.aborted))) throw new CancelledError()
  await context.changed()
  return challenge
}
