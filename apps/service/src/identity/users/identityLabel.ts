import type { ServiceContext } from '../../context/ServiceContext.ts'
import { open, seal } from '../../crypto/envelope.ts'
import type { identities } from '../../db/identitySchema.ts'

type Labelled = Pick<typeof identities.$inferSelect, 'id' | 'userId' | 'labelSealed'>

const labelContext = (userId: string, identityId: string) => `v1|identity-label|${userId}|${identityId}`

/** What the network calls the person, opened; null when it told none. */
export function openLabel(service: ServiceContext, { id, userId, labelSealed }: Labelled): string | null {
  if (labelSealed === null) return null
  return Buffer.from(open(service.recordKey, labelContext(userId, id), labelSealed)).toString('utf8')
}

/** Seals what the network calls the person: at most 64 characters. */
export const sealLabel = (
  service: ServiceContext,
  { id, userId }: Pick<Labelled, 'id' | 'userId'>,
  label: string,
): string =>
  seal(service.recordKey, labelContext(userId, id), Buffer.from(Array.from(label).slice(0, 64).join('')))
