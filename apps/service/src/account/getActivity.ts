import { InvalidRequestError, type getActivity as route } from '@latchkey/protocol/http'
import { and, desc, eq, isNotNull, lte } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { verifyPart } from '../db/audit.ts'
import { auditEvents } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'

const PAGE = 50
/** The largest that its column holds. */
const LAST_SEQUENCE = 2_147_483_647

function readBefore(query: URLSearchParams): number {
  const text = query.get('before')
  if (text === null) return LAST_SEQUENCE
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidRequestError({ data: { field: 'before' } })
  return Number(text)
}

/** One page of the activity log, newest first, and whether it holds together, with the entries on both sides. */
export async function getActivity(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db } = service
  const { userId } = sessionOf(call)
  const before = readBefore(call.query)
  const rows = await db
    .select()
    .from(auditEvents)
    .where(
      and(eq(auditEvents.userId, userId), isNotNull(auditEvents.sequence), lte(auditEvents.sequence, before)),
    )
    .orderBy(desc(auditEvents.sequence))
    .limit(PAGE + 2)
  // The entry that the last page ended with, and the one after this page, are read for their links alone.
  const older = rows.filter(({ sequence }) => sequence !== before)
  const page = older.slice(0, PAGE)
  const events = page.flatMap(({ sequence, at, kind, facts, hash }) =>
    sequence === null || hash === null ? [] : [{ sequence, at, kind, facts, hash }],
  )
  const last = events.at(-1)?.sequence ?? 0
  return {
    events,
    next: older.length > PAGE ? last : null,
    intact: verifyPart(userId, rows, rows.length < PAGE + 2),
  }
}
