import { PasskeyRefusedError } from '@latchkey/protocol/http'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { fromBase64url, randomId, randomToken } from '../../crypto/bytes.ts'
import { passkeyChallenges } from '../../db/identitySchema.ts'
import { parseJson } from '../../http/readBody.ts'

export type PasskeyChallenge = typeof passkeyChallenges.$inferSelect

type Ceremony = Pick<PasskeyChallenge, 'kind' | 'userId' | 'jkt' | 'projectId' | 'hostOrigin'>

/** Makes a challenge of 256 random bits for one ceremony of one device key (WebAuthn level 3 section 13.4.3). */
export async function createChallenge(
  service: ServiceContext,
  ceremony: Ceremony,
): Promise<PasskeyChallenge> {
  const challenge: PasskeyChallenge = {
    ...ceremony,
    id: randomId(),
    challenge: randomToken(),
    usedAt: null,
    expiresAt: service.config.now() + service.limits.passkeyLifetime,
  }
  await service.db.insert(passkeyChallenges).values(challenge)
  return challenge
}

/**
 * Takes a challenge, whatever comes of it: in one statement, so that it works once.
 *
 * @throws PasskeyRefusedError when it is another key's, of another kind, used or too old
 */
export async function takeChallenge(
  service: ServiceContext,
  { id, kind, jkt }: Pick<PasskeyChallenge, 'id' | 'kind' | 'jkt'>,
): Promise<PasskeyChallenge> {
  const now = service.config.now()
  const [taken] = await service.db
    .update(passkeyChallenges)
    .set({ usedAt: now })
    .where(
      and(
        eq(passkeyChallenges.id, id),
        eq(passkeyChallenges.kind, kind),
        eq(passkeyChallenges.jkt, jkt),
        isNull(passkeyChallenges.usedAt),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning()
  if (!taken) throw new PasskeyRefusedError()
  return taken
}

/** The challenge of a new passkey that this account's key has used and whose time is not over. */
export async function findUsedChallenge(
  { db, config }: ServiceContext,
  { id, jkt, userId }: { id: string; jkt: string; userId: string },
): Promise<PasskeyChallenge | undefined> {
  const { kind, usedAt, expiresAt } = passkeyChallenges
  const own = and(
    eq(passkeyChallenges.id, id),
    eq(passkeyChallenges.jkt, jkt),
    eq(passkeyChallenges.userId, userId),
  )
  const isUsed = and(eq(kind, 'create'), isNotNull(usedAt), gt(expiresAt, config.now()))
  const [row] = await db.select().from(passkeyChallenges).where(and(own, isUsed))
  return row
}

/** Members of `CollectedClientData` (WebAuthn level 3 section 5.8.1) that say where a ceremony took place. */
const clientData = z.object({
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})

/**
 * Checks where a ceremony took place. The library looks at `topOrigin` in authentications alone, and only where the
 * browser sends one.
 *
 * The key app is a nested document, so `crossOrigin` must be true. `topOrigin` must be the very page that the
 * challenge was given out for. A browser that sends none is believed in the account page alone: the key app there is
 * one that the wallet's own page embeds and nobody else (`frame-ancestors`), so no host page can lie over it. In a host
 * page it is refused, and the person signs in at the account page instead.
 *
 * One is made at the top as well, where the browser makes none in a frame: in the window that the key app of the account page
 * opens (decision 0073). It embeds nothing and nobody embeds it, so `crossOrigin` is false and there is no `topOrigin`. WebKit
 * leaves out a `crossOrigin` that is false; the member is optional, and a browser that makes one in a frame says so. None is
 * used there.
 *
 * @param hostOrigin of the challenge: the host page, or the wallet's own origin for its account page
 * @throws PasskeyRefusedError
 */
export function checkPlace(
  config: ServiceConfig,
  { kind, hostOrigin }: Pick<PasskeyChallenge, 'kind' | 'hostOrigin'>,
  clientDataJSON: string,
): void {
  const parsed = clientData.safeParse(parseClientData(clientDataJSON))
  if (!parsed.success) throw new PasskeyRefusedError({ details: 'form' })
  const { origin, crossOrigin, topOrigin } = parsed.data
  if (origin !== config.keysOrigin) throw new PasskeyRefusedError({ details: 'origin' })
  const isWindow = kind === 'create' && crossOrigin !== true && topOrigin === undefined
  if (isWindow && hostOrigin === config.walletOrigin) return
  if (crossOrigin !== true) throw new PasskeyRefusedError({ details: 'crossOrigin' })
  const isRightTop = topOrigin === undefined ? hostOrigin === config.walletOrigin : topOrigin === hostOrigin
  if (!isRightTop) throw new PasskeyRefusedError({ details: 'topOrigin' })
}

function parseClientData(text: string): unknown {
  try {
    return parseJson(fromBase64url(text))
  } catch (cause) {
    throw new PasskeyRefusedError({ details: 'form', cause })
  }
}
