import { randomBytes } from 'node:crypto'
import {
  type finishFarcaster as finishFarcasterRoute,
  SocialFailedError,
  SocialGoneError,
  SocialUnavailableError,
  type startFarcaster as startFarcasterRoute,
} from '@latchkey/protocol/http'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod'
import type * as mini from 'zod/mini'
import { offersSignIn } from '../../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../../context/ServiceContext.ts'
import { randomToken } from '../../../crypto/bytes.ts'
import { type Call, jktOf } from '../../../http/Call.ts'
import { describeError } from '../../../observability/createLogger.ts'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import { type Caller, callerOf, requireHost } from '../../devices/callerOf.ts'
import { requireAlive, signInByFlow } from '../finishSocial.ts'
import {
  createFlow,
  failFlow,
  findFlow,
  findOwnFlow,
  openSecrets,
  type SocialFlow,
  settleFlow,
  takeFlow,
} from '../flows.ts'
import { countStart, strongUserOf } from '../startSocial.ts'
import { type Farcaster, OPTIMISM, type RelayAnswer, type RelayChannel } from './createFarcaster.ts'
import { ID_REGISTRY, verifyFarcasterMessage } from './verifyFarcasterMessage.ts'

type StartBody = mini.output<typeof startFarcasterRoute.body>
type StartReply = mini.output<typeof startFarcasterRoute.reply>

/** What the service alone knows of a channel. */
const farcasterSecrets = z.strictObject({ channelToken: z.string(), nonce: z.string(), siweUri: z.string() })

/**
 * What a message is for: nothing is served there. It names us, and who asked: a link may have been passed on, and what is
 * signed says for which site, browser and network the login is.
 */
function siweUriOf({ config }: ServiceContext, site: string, { browser, place }: Caller): string {
  const url = new URL('/farcaster', config.walletOrigin)
  url.search = new URLSearchParams({ site, browser, network: place }).toString()
  return url.href
}

async function openChannel(
  service: ServiceContext,
  { relay }: Farcaster,
  { nonce, siweUri }: { nonce: string; siweUri: string },
): Promise<RelayChannel> {
  const { config, limits, logger } = service
  try {
    return await relay.open({
      siweUri,
      domain: new URL(config.walletOrigin).host,
      nonce,
      expirationTime: new Date(config.now() + limits.socialLifetime).toISOString(),
    })
  } catch (cause) {
    logger.warn({ provider: 'farcaster', ...describeError(cause) }, 'social login failed')
    throw new SocialFailedError({ cause })
  }
}

/**
 * Opens a channel at the relay for the key of the proof. Its token stays here, sealed; the link is for the frame alone.
 * With purpose `link` the call carries the token of the account.
 *
 * @throws UnknownProjectError, OriginNotAllowedError, SocialUnavailableError, SocialFailedError, RateLimitedError; with
 * purpose `link` InvalidTokenError, FreshLoginRequiredError
 */
export async function startFarcaster(
  service: ServiceContext,
  farcaster: Farcaster | null,
  call: Call<StartBody>,
): Promise<StartReply> {
  const { purpose, projectId, hostOrigin, locale = null } = call.body
  const project = await requireHost(service, projectId, hostOrigin)
  if (!farcaster || !offersSignIn(service.config, project, { by: 'farcaster', hostOrigin }))
    throw new SocialUnavailableError()
  const userId = purpose === 'link' ? strongUserOf(service, call) : null
  await countStart(service, call.address)
  // Letters and digits alone (ERC-4361), 128 bits.
  const nonce = randomBytes(16).toString('hex')
  const siweUri = siweUriOf(service, hostOrigin, callerOf(call))
  const { channelToken, url } = await openChannel(service, farcaster, { nonce, siweUri })
  const flow = await createFlow(
    service,
    {
      provider: 'farcaster',
      purpose,
      userId,
      jkt: jktOf(call),
      projectId,
      hostOrigin,
      mode: 'farcaster',
      returnUri: null,
      locale,
    },
    { channelToken, nonce, siweUri },
  )
  return { flowId: flow.id, uri: url, expiresAt: flow.expiresAt }
}

type Body = mini.output<typeof finishFarcasterRoute.body>
type Reply = mini.output<typeof finishFarcasterRoute.reply>
type Secrets = z.output<typeof farcasterSecrets>

/** The registry as an account (CAIP-10): ids are unique in it. */
const ISSUER = `${OPTIMISM}:${ID_REGISTRY}`
/** So many times in a row the relay may fail before the person is told. */
const MOST_FAILURES = 3

/** Proves the answer and keeps who it is; of several calls at once one does. */
async function settle(
  service: ServiceContext,
  farcaster: Farcaster,
  flow: SocialFlow,
  { nonce, siweUri }: Secrets,
  answer: RelayAnswer,
): Promise<boolean> {
  if (!(await takeFlow(service, flow.id))) return false
  const wallet = new URL(service.config.walletOrigin)
  try {
    const fid = await verifyFarcasterMessage(farcaster, answer, {
      domain: wallet.host,
      scheme: wallet.protocol.slice(0, -1),
      uri: siweUri,
      nonce,
      now: service.config.now(),
    })
    const label = cleanLabel(answer.username)
    const identity = { issuer: ISSUER, subject: String(fid), label, email: null }
    await settleFlow(service, flow.id, identity, randomToken())
    return true
  } catch (cause) {
    service.logger.warn({ provider: 'farcaster', ...describeError(cause) }, 'social login failed')
    await failFlow(service, flow.id, SocialFailedError.code)
    throw new SocialFailedError({ cause })
  }
}

/** Asks the relay until the app has answered. False: not yet, or another call has the answer. */
async function waitForApp(
  service: ServiceContext,
  farcaster: Farcaster,
  flow: SocialFlow,
  signal: AbortSignal,
): Promise<boolean> {
  const { farcasterWait, farcasterInterval, farcasterGrace } = service.limits
  const secrets = openSecrets(service, flow, farcasterSecrets)
  const until = performance.now() + farcasterWait
  let failures = 0
  let gone: number | undefined
  while (!signal.aborted && performance.now() < until) {
    // Not ended with the caller: a channel tells its answer once, and it would be lost.
    const state = await farcaster.relay.read(secrets.channelToken).catch((cause: unknown) => {
      failures += 1
      if (failures >= MOST_FAILURES) throw new SocialFailedError({ cause })
      return 'silent' as const
    })
    if (state === 'gone') {
      gone ??= performance.now()
      // Another call of the same frame may have the answer, or be about to.
      const isTaken = (await findFlow(service, flow.id))?.takenAt !== null
      if (!isTaken && performance.now() - gone >= farcasterGrace) throw new SocialGoneError()
      await pause(farcasterInterval, signal)
      if (isTaken) return false
      continue
    }
    if (state !== 'pending' && state !== 'silent') return settle(service, farcaster, flow, secrets, state)
    if (state === 'pending') failures = 0
    await pause(farcasterInterval, signal)
  }
  return false
}

/**
 * Waits for the person's app, and signs in with the Farcaster id that it has proven: only for the key that opened the
 * channel, and once. With the token of an account, the id is added to it, and the new session is one of that account.
 *
 * @throws SocialMismatchError, SocialGoneError, SocialFailedError, IdentityTakenError
 */
export async function finishFarcaster(
  service: ServiceContext,
  farcaster: Farcaster | null,
  call: Call<Body>,
): Promise<Reply> {
  const userId = call.session?.userId ?? null
  const flow = await findOwnFlow(service, {
    id: call.body.flowId,
    jkt: jktOf(call),
    purpose: userId === null ? 'login' : 'link',
    userId,
    farcaster: true,
  })
  requireAlive(service, flow)
  if (!farcaster) throw new SocialGoneError()
  const isSettled = flow.resultHash !== null || (await waitForApp(service, farcaster, flow, call.signal))
  // Whoever asked has gone: the next call takes it.
  if (!isSettled || call.signal.aborted) return { status: 'pending' }
  return { status: 'done', ...(await signInByFlow(service, call, flow)) }
}
