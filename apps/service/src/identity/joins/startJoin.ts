import { randomInt } from 'node:crypto'
import { RateLimitedError, type startJoin as route } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId } from '../../crypto/bytes.ts'
import { retryAfterOf } from '../../db/counters.ts'
import { joins } from '../../db/identitySchema.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { addressKeyOf } from '../../http/limitAddress.ts'
import { callerOf } from '../devices/callerOf.ts'
import { requireHost } from '../users/allowedHost.ts'

/**
 * Begins to wait for another window that brings this device in. The public key that the device's half is sealed to goes
 * to that window in the fragment of its address: it never comes here, so the service cannot swap it.
 *
 * @throws UnknownProjectError, OriginNotAllowedError, RateLimitedError
 */
export async function startJoin(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, config, limits } = service
  const { projectId, hostOrigin, deviceId } = call.body
  await requireHost(service, projectId, hostOrigin)
  const key = `join-start:${addressKeyOf(service, call.address)}`
  const wait = await service.take({ key, limit: limits.joinStartsPerMinute, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const { browser, place } = callerOf(call)
  const joinId = randomId()
  const number = String(randomInt(100)).padStart(2, '0')
  const expiresAt = config.now() + limits.joinLifetime
  const asker = { jkt: jktOf(call), deviceId, projectId, hostOrigin, browser, place }
  await db.insert(joins).values({ ...asker, id: joinId, number, expiresAt })
  return { joinId, number, expiresAt }
}
