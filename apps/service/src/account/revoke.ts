import {
  NotFoundError,
  type removeIdentity as removeIdentityRoute,
  type revokeDevice as revokeDeviceRoute,
  type revokeSite as revokeSiteRoute,
} from '@latchkey/protocol/http'
import { socialName, socialProviderOf } from '@latchkey/protocol/socials'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { devices, identities, joins } from '../db/identitySchema.ts'
import { accessTokens, grants, keysets, sessions } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { callerOf } from '../identity/devices/callerOf.ts'
import { endEmailSharing } from '../identity/users/emailSharing.ts'
import { accountLink, enqueueNotice } from '../identity/users/enqueueNotice.ts'
import {
  endOtherSessions,
  requireMayRemove,
  requireNotFrozen,
  requireNotHeld,
} from '../identity/users/freeze.ts'
import { dropContact } from '../identity/users/identities.ts'
import { holdExport, requireAnotherWayIn } from '../identity/users/users.ts'

/**
 * Ends every session of a device key and deletes its shares: what the device still holds is worthless then. Each device
 * may do that to itself; of another one the owner is told by mail. No freeze brings the shares back, so a device that
 * waits may not do it to another, nor any device while the account is frozen.
 *
 * @throws AccountFrozenError, AccountHeldError, NotFoundError when the account has no such device
 */
export async function revokeDevice(
  service: ServiceContext,
  call: Call<z.output<typeof revokeDeviceRoute.body>>,
): Promise<z.output<typeof revokeDeviceRoute.reply>> {
  const session = sessionOf(call)
  const { userId } = session
  const jkt = call.params.deviceId ?? ''
  if (jkt !== session.jkt) {
    await requireNotFrozen(service, userId)
    await requireNotHeld(service, session)
  }
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    // First, for one that is being fetched is waited for: a join that was approved would sign the device in again.
    await transaction.delete(joins).where(and(eq(joins.userId, userId), eq(joins.jkt, jkt)))
    const ended = await transaction
      .update(sessions)
      .set({ revokedAt: at })
      .where(and(eq(sessions.userId, userId), eq(sessions.jkt, jkt), isNull(sessions.revokedAt)))
      .returning({ id: sessions.id })
    const ids = ended.map(({ id }) => id)
    if (ids.length) await transaction.delete(accessTokens).where(inArray(accessTokens.sessionId, ids))
    const shares = await transaction
      .delete(keysets)
      .where(and(eq(keysets.userId, userId), eq(keysets.jkt, jkt), eq(keysets.kind, 'device')))
      .returning({ id: keysets.id })
    const [device] = await transaction
      .delete(devices)
      .where(and(eq(devices.userId, userId), eq(devices.jkt, jkt)))
      .returning()
    if (!ids.length && !shares.length) throw new NotFoundError()
    await audit(transaction, { at, userId, kind: 'device-revoked', facts: { device: jkt } })
    if (!device || jkt === session.jkt) return
    const { browser, place } = device
    const notice = {
      kind: 'device-removed',
      browser,
      place,
      link: accountLink(service, session.projectId),
    } as const
    await enqueueNotice(service, transaction, userId, notice, callerOf(call).locale)
  })
  return {}
}

/**
 * Disconnects a site, or only ends that it is told the e-mail address. Saying it twice is fine. A device that waits may not: the site's project may be why it waits.
 *
 * @throws AccountHeldError
 */
export async function revokeSite(
  service: ServiceContext,
  call: Call<z.output<typeof revokeSiteRoute.body>>,
): Promise<z.output<typeof revokeSiteRoute.reply>> {
  const session = sessionOf(call)
  await requireNotHeld(service, session)
  const { userId } = session
  const { projectId, origin, only } = call.body
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    const facts = { projectId, hostOrigin: origin }
    if ((await endEmailSharing(transaction, userId, { projectId, origin })) && only)
      await audit(transaction, { at, userId, kind: 'email-withdrawn', facts })
    if (only) return
    const revoked = await transaction
      .delete(grants)
      .where(and(eq(grants.userId, userId), eq(grants.projectId, projectId), eq(grants.origin, origin)))
      .returning({ origin: grants.origin })
    if (revoked.length) await audit(transaction, { at, userId, kind: 'site-revoked', facts })
  })
  return {}
}

/**
 * Takes a social identity off the account, with the sessions that its network has opened and the address for notices that
 * it brought. The e-mail address is changed,
 * not removed.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, NotFoundError, LastIdentityError
 */
export async function removeIdentity(
  service: ServiceContext,
  call: Call<z.output<typeof removeIdentityRoute.body>>,
): Promise<z.output<typeof removeIdentityRoute.reply>> {
  const session = sessionOf(call)
  await requireMayRemove(service, session)
  const { userId } = session
  const identityId = call.params.identityId ?? ''
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    const own = and(eq(identities.id, identityId), eq(identities.userId, userId))
    const [known] = await transaction.select({ id: identities.id }).from(identities).where(own)
    if (!known) throw new NotFoundError()
    await requireAnotherWayIn(transaction, userId)
    const [removed] = await transaction.delete(identities).where(own).returning()
    if (!removed) throw new NotFoundError()
    const { provider } = removed
    await endOtherSessions(service, transaction, session, eq(sessions.method, provider))
    await holdExport(service, transaction, userId)
    await audit(transaction, { at, userId, kind: 'identity-removed', facts: { provider, identityId } })
    const link = accountLink(service, session.projectId)
    const social = socialProviderOf(provider)
    const network = social ? socialName(social) : provider
    const notice = { kind: 'identity-removed' as const, network, link }
    await enqueueNotice(service, transaction, userId, notice, callerOf(call).locale)
    // Last: the mailbox that the network brought hears of it.
    await dropContact(transaction, removed)
  })
  return {}
}
