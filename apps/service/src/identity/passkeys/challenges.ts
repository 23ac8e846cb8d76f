import { PasskeyRefusedError } from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId, randomToken } from '../../crypto/bytes.ts'
import { passkeyChallenges } from '../../db/identitySchema.ts'

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
