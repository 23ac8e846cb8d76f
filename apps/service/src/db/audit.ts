import { randomId } from '../crypto/bytes.ts'
import type { Database } from './Database.ts'
import { auditEvents } from './schema.ts'

export type AuditKind =
  | 'signed-in'
  | 'signed-out'
  | 'refresh-reused'
  | 'wallet-created'
  | 'wallet-confirmed'
  | 'wallet-discarded'
  | 'device-added'
  | 'share-released'
  | 'wallet-recovered'
  | 'project-changed'

/** Writes down what happened; ids and hashes alone. */
export async function audit(
  db: Database,
  event: { at: number; userId: string; kind: AuditKind; facts?: Record<string, string> },
): Promise<void> {
  await db.insert(auditEvents).values({ id: randomId(), facts: {}, ...event })
}
