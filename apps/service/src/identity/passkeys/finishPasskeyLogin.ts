import { PasskeyRefusedError, type finishPasskeyLogin as route } from '@latchkey/protocol/http'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Database } from '../../db/Database.ts'
import { passkeys } from '../../db/identitySchema.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { callerOf } from '../devices/callerOf.ts'
import { completeLogin } from '../login/completeLogin.ts'
import { describeSession } from '../login/describeSession.ts'
import { requireHost } from '../users/allowedHost.ts'
import { takeChallenge } from './challenges.ts'
import { type PasskeyRow, verifyAssertion } from './verifyAssertion.ts'

/** Stores what the authenticator said of itself. Of two uses at once with one counter, one is a copy's. */
async function storeUse(
  db: Database,
  { id }: PasskeyRow,
  use: { counter: number; backedUp: boolean; usedAt: number },
): Promise<void> {
  // An authenticator without a counter always says 0.
  const hasGrown = or(
    lt(passkeys.counter, use.counter),
    and(eq(passkeys.counter, 0), sql`${use.counter}::bigint = 0`),
  )
  const stored = await db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), hasGrown))
    .returning({ id: passkeys.id })
  if (!stored.length) throw new PasskeyRefusedError({ details: 'counter' })
}

/**
 * Signs in with a passkey alone.
 *
 * @throws PasskeyRefusedError, UnknownProjectError, OriginNotAllowedError
 */
export async function finishPasskeyLogin(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const jkt = jktOf(call)
  const challenge = await takeChallenge(service, { id: call.body.challengeId, kind: 'get', jkt })
  const { projectId, hostOrigin } = challenge
  // The site may have been taken off the list meanwhile.
  await requireHost(service, projectId, hostOrigin)
  const { passkey, counter, backedUp } = await verifyAssertion(service, challenge, call.body.assertion)
  const { session, tokens } = await service.db.transaction(async (transaction) => {
    await storeUse(transaction, passkey, { counter, backedUp, usedAt: service.config.now() })
    return completeLogin(service, transaction, {
      userId: passkey.userId,
      jkt,
      projectId,
      hostOrigin,
      method: 'passkey',
      caller: callerOf(call),
    })
  })
  return { tokens, session: await describeSession(service, session) }
}
