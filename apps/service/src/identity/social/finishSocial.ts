import {
  type finishSocial as route,
  SocialDeclinedError,
  SocialFailedError,
  SocialGoneError,
  SocialMismatchError,
} from '@latchkey/protocol/http'
import { socialName } from '@latchkey/protocol/socials'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Database } from '../../db/Database.ts'
import { type Call, jktOf, sessionOf } from '../../http/Call.ts'
import { callerOf, requireHost } from '../devices/callerOf.ts'
import { completeLogin } from '../login/completeLogin.ts'
import { describeSession } from '../login/ownSession.ts'
import { accountLink, enqueueNotice } from '../users/enqueueNotice.ts'
import { findOrCreateByIdentity, linkIdentity, type ProvenIdentity } from '../users/identities.ts'
import { findOwnFlow, requireResult, type SocialFlow, type SocialIdentity, spendFlow } from './flows.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>

/** @throws what ended the login, if it came to no identity; SocialGoneError when it is over */
export function requireAlive(service: ServiceContext, flow: SocialFlow): void {
  if (flow.errorCode === SocialDeclinedError.code) throw new SocialDeclinedError()
  if (flow.errorCode === SocialMismatchError.code) throw new SocialMismatchError()
  if (flow.errorCode !== null) throw new SocialFailedError()
  if (flow.usedAt !== null || flow.expiresAt <= service.config.now()) throw new SocialGoneError()
}

const provenBy = ({ provider }: SocialFlow, identity: SocialIdentity): ProvenIdentity => ({
  ...identity,
  provider: provider as ProvenIdentity['provider'],
})

/** Adds an identity to an account, and tells its owner: whoever holds it can sign in from now on. */
async function link(
  service: ServiceContext,
  db: Database,
  { userId, projectId }: { userId: string; projectId: string },
  identity: ProvenIdentity,
): Promise<void> {
  const isNew = await linkIdentity(service, db, userId, identity)
  const notice = {
    kind: 'identity-added',
    network: socialName(identity.provider),
    link: accountLink(service, projectId),
  } as const
  if (isNew) await enqueueNotice(service, db, userId, notice)
}

/** The account that an identity belongs to, and since when; with a link, it does from now on. */
async function accountOf(
  service: ServiceContext,
  db: Database,
  { purpose, userId, projectId }: SocialFlow,
  identity: ProvenIdentity,
): Promise<{ userId: string; factorAddedAt: number }> {
  if (purpose === 'login' || userId === null) return findOrCreateByIdentity(service, db, identity)
  await link(service, db, { userId, projectId }, identity)
  return { userId, factorAddedAt: service.config.now() }
}

/** Signs in with what a login has come to, once. */
export async function signInByFlow(
  service: ServiceContext,
  call: Call<unknown>,
  flow: SocialFlow,
): Promise<Reply> {
  // The site may have been taken off the list meanwhile.
  await requireHost(service, flow.projectId, flow.hostOrigin)
  const { session, tokens } = await service.db.transaction(async (transaction) => {
    const identity = provenBy(flow, await spendFlow(service, transaction, flow))
    const account = await accountOf(service, transaction, flow, identity)
    const { jkt, projectId, hostOrigin } = flow
    return completeLogin(service, transaction, {
      ...account,
      jkt,
      projectId,
      hostOrigin,
      method: identity.provider,
      caller: callerOf(call),
    })
  })
  return { tokens, session: await describeSession(service, session) }
}

/** Adds what a login has come to to the account that began it, once. */
async function linkByFlow(service: ServiceContext, flow: SocialFlow, userId: string): Promise<void> {
  await service.db.transaction(async (transaction) => {
    const identity = provenBy(flow, await spendFlow(service, transaction, flow))
    await link(service, transaction, { userId, projectId: flow.projectId }, identity)
  })
}

async function findFinished(
  service: ServiceContext,
  call: Call<Body>,
  kind: { purpose: SocialFlow['purpose']; userId: string | null },
): Promise<SocialFlow> {
  const flow = await findOwnFlow(service, {
    ...kind,
    id: call.body.flowId,
    jkt: jktOf(call),
    farcaster: false,
  })
  requireAlive(service, flow)
  requireResult(flow, call.body.result)
  return flow
}

/**
 * Takes the result of a social login: only from the key that began it, and once.
 *
 * @throws SocialMismatchError, SocialGoneError, SocialDeclinedError, SocialFailedError
 */
export async function finishSocial(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  return signInByFlow(service, call, await findFinished(service, call, { purpose: 'login', userId: null }))
}

/**
 * As `finishSocial`, for an identity that is added to the account of the session.
 *
 * @throws IdentityTakenError
 */
export async function finishLink(service: ServiceContext, call: Call<Body>): Promise<Record<string, never>> {
  const { userId } = sessionOf(call)
  await linkByFlow(service, await findFinished(service, call, { purpose: 'link', userId }), userId)
  return {}
}
