import type { startPasskeyLogin as route } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { relyingPartyId } from '../../config/relyingParty.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { requireHost } from '../users/allowedHost.ts'
import { createChallenge } from './challenges.ts'

/**
 * Gives out a challenge for a sign-in with a passkey alone. Nobody is named: the passkey itself says whose it is.
 *
 * @throws UnknownProjectError, OriginNotAllowedError
 */
export async function startPasskeyLogin(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { projectId, hostOrigin } = call.body
  await requireHost(service, projectId, hostOrigin)
  const ceremony = { kind: 'get' as const, userId: null, jkt: jktOf(call), projectId, hostOrigin }
  const { id: challengeId, challenge, expiresAt } = await createChallenge(service, ceremony)
  return { challengeId, challenge, rpId: relyingPartyId(service.config), expiresAt }
}
