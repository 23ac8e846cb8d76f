import { JoinGoneError } from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { joins } from '../../db/identitySchema.ts'

export type JoinRow = typeof joins.$inferSelect

/** The rows of a join that waits for its answer. */
export const isWaiting = ({ config }: ServiceContext, joinId: string) =>
  and(eq(joins.id, joinId), isNull(joins.approvedAt), isNull(joins.usedAt), gt(joins.expiresAt, config.now()))

/** @throws JoinGoneError when there is none, or it is answered or too old */
export async function findWaitingJoin(service: ServiceContext, joinId: string): Promise<JoinRow> {
  const [row] = await service.db.select().from(joins).where(isWaiting(service, joinId))
  if (!row) throw new JoinGoneError()
  return row
}
