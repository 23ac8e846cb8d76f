import { randomBytes } from 'node:crypto'
import {
  type startFarcaster as route,
  SocialFailedError,
  SocialUnavailableError,
} from '@latchkey/protocol/http'
import * as z from 'zod'
import type * as mini from 'zod/mini'
import type { ServiceContext } from '../../../context/ServiceContext.ts'
import { type Call, jktOf } from '../../../http/Call.ts'
import { describeError } from '../../../observability/describeError.ts'
import { requireHost } from '../../users/allowedHost.ts'
import { createFlow } from '../flows.ts'
import { countStart, freshUserOf } from '../startSocial.ts'
import type { Farcaster } from './createFarcaster.ts'
import type { RelayChannel } from './createRelayClient.ts'

type Body = mini.output<typeof route.body>
type Reply = mini.output<typeof route.reply>

/** What the service alone knows of a channel. */
export const farcasterSecrets = z.strictObject({ channelToken: z.string(), nonce: z.string() })

/** The page that a message is for. Nothing is served there to anyone: it names us. */
export const siweUriOf = ({ config }: ServiceContext): string => `${config.walletOrigin}/farcaster`

async function openChannel(
  service: ServiceContext,
  { relay }: Farcaster,
  nonce: string,
): Promise<RelayChannel> {
  const { config, limits, logger } = service
  try {
    return await relay.open({
      siweUri: siweUriOf(service),
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
  call: Call<Body>,
): Promise<Reply> {
  const { purpose, projectId, hostOrigin, locale = null } = call.body
  await requireHost(service, projectId, hostOrigin)
  if (!farcaster) throw new SocialUnavailableError()
  const userId = purpose === 'link' ? freshUserOf(service, call) : null
  await countStart(service, call.address)
  // Letters and digits alone (ERC-4361), 128 bits.
  const nonce = randomBytes(16).toString('hex')
  const { channelToken, url } = await openChannel(service, farcaster, nonce)
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
    { channelToken, nonce },
  )
  return { flowId: flow.id, uri: url, expiresAt: flow.expiresAt }
}
