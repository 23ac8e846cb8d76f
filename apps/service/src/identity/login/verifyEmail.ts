import {
  OriginNotAllowedError,
  type verifyEmail as route,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { checkCode, emailOf, findChallenge, useChallenge } from '../codes/checkCode.ts'
import { callerOf } from '../devices/callerOf.ts'
import { requireHost } from '../users/allowedHost.ts'
import { findOrCreateUser } from '../users/users.ts'
import { completeLogin } from './completeLogin.ts'
import { describeSession } from './describeSession.ts'

/**
 * Takes a code: at most three tries a challenge, one use, and only from the key that asked for it.
 *
 * @throws WrongCodeError with `triesLeft`, CodeLockedError, CodeExpiredError, ChallengeGoneError, TooManyFailuresError
 */
export async function verifyEmail(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { challengeId, code } = call.body
  const jkt = jktOf(call)
  const challenge = await findChallenge(service, { id: challengeId, jkt, purposes: ['login', 'account'] })
  const { projectId, hostOrigin, emailKey } = challenge
  // The site may have been taken off the list while the code was under way.
  await requireHost(service, projectId, hostOrigin).catch((error: unknown) => {
    throw error instanceof UnknownProjectError ? new OriginNotAllowedError() : error
  })
  await checkCode(service, challenge, code, call.address)
  const method = code.length === 8 ? 'email-long' : 'email'
  const { session, tokens } = await service.db.transaction(async (transaction) => {
    await useChallenge(service, transaction, challenge, call.address)
    const email = emailOf(service, challenge)
    const userId = await findOrCreateUser(service, transaction, { emailKey, email })
    const login = { userId, jkt, projectId, hostOrigin, method, caller: callerOf(call) } as const
    return completeLogin(service, transaction, login)
  })
  return { tokens, session: await describeSession(service, session) }
}
