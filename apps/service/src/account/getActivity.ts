import { InvalidRequestError, type getActivity as route } from '@latchkey/protocol/http'
import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { auditEvents } from '../db/schema.ts'
import { verifyChain } from '../db/verifyChain.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import type { ServiceContext } from '../ServiceContext.ts'

const PAGE = 50
/** The largest that its column holds. */
const LAST_SEQUENCE = 2_147_483_647

function readBefore(query: URLSearchParams): number {
  const text = query.get('before')
  if (text === null) return LAST_SEQUENCE
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidRequestError({ data: { field: 'before' } })
  return Number(text)
}

/** One page of the activity log, newest first, and whether all of the log holds together. */
export async function getActivity(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db } = service
  const { userId } = sessionOf(call)
  const rows = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.userId, userId),
        isNotNull(auditEvents.sequence),
        lt(auditEvents.sequence, readBefore(call.query)),
      ),
    )
    .orderBy(desc(auditEvents.sequence))
    .limit(PAGE)
  const events = rows.flatMap(({ sequence, at, kind, facts, hash }) =>
    sequence === null || hash === null ? [] : [{ sequence, at, kind, facts, hash }],
  )
  const last = events.at(-1)?.sequence ?? 0
  return {
    events,
    next: rows.length === PAGE && last > 0 ? last : null,
    intact: (await verifyChain(db, userId)) !== null,
  }
}
