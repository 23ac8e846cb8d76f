import { ChallengeGoneError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { challenges } from '../../db/schema.ts'
import type { Challenge } from '../codes/checkCode.ts'

/**
 * Finds the live code of one step of a change, for the key that asked for it.
 *
 * @throws ChallengeGoneError
 */
export async function findChangeCode(
  service: ServiceContext,
  { emailKey, purpose, jkt }: { emailKey: string; purpose: 'email-old' | 'email-new'; jkt: string },
): Promise<Challenge> {
  const [row] = await service.db
    .select()
    .from(challenges)
    .where(and(eq(challenges.emailKey, emailKey), eq(challenges.purpose, purpose), eq(challenges.jkt, jkt)))
  if (!row) throw new ChallengeGoneError()
  return row
}
