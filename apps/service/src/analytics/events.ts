import { type EventBody, type EventProps, redactText } from '@latchkey/protocol/http'
import { and, count, desc, eq, gte } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { analyticsEvents } from '../db/schema.ts'

const PATH_LIMIT = 256
const MESSAGE_LIMIT = 300
const STACK_LIMIT = 2_000

/**
 * Redacted text that the database takes and a terminal may show: no NUL and no half of a surrogate pair (PostgreSQL refuses
 * both), no other controls but line breaks, nothing that hides or reorders text.
 */
const cleanText = (text: string, max: number): string =>
  redactText(text, max)
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')

/** Origin and path of a page of that origin: never its query or fragment, nor what looks like a name or a secret. */
export function reducePage(origin: string, url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed?.origin === origin ? `${origin}${redactText(parsed.pathname, PATH_LIMIT)}` : origin
}

function factsOf(props: EventProps): Record<string, string | number | boolean> {
  if (props.type === 'error')
    return {
      errorType: cleanText(props.errorType, 64),
      errorMessage: cleanText(props.errorMessage, MESSAGE_LIMIT),
      stackTrace: cleanText(props.stackTrace, STACK_LIMIT),
    }
  const { connected, method, name, network, code } = props.properties
  return Object.fromEntries(
    Object.entries({ connected, method, name, network, code }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? cleanText(value, 64) : value]],
    ),
  )
}

/**
 * Keeps one event. A second one of the same id is not counted.
 *
 * @param event `origin` is the caller's by its Origin header; `at` in ms since the epoch by the service's clock
 */
export async function storeEvent(
  db: Database,
  event: {
    projectId: string
    origin: string
    at: number
    sdk: string
    body: EventBody
    keepsAddresses: boolean
  },
): Promise<void> {
  const { projectId, origin, at, sdk, body, keepsAddresses } = event
  const { props } = body
  await db
    .insert(analyticsEvents)
    .values({
      projectId,
      eventId: body.eventId,
      at,
      type: props.type,
      event: props.event,
      page: reducePage(origin, body.url),
      sdk,
      address: keepsAddresses && props.type === 'track' ? (props.address ?? null) : null,
      facts: factsOf(props),
    })
    .onConflictDoNothing()
}

const LAST_ERRORS = 50

/**
 * How often each event of a project came, and its last errors.
 *
 * @param query `since` in ms since the epoch, by the service's clock
 */
export async function summarizeEvents(db: Database, query: { projectId: string; since: number }) {
  const { projectId, since } = query
  const table = analyticsEvents
  const recent = and(eq(table.projectId, projectId), gte(table.at, since))
  const counts = await db
    .select({ event: table.event, type: table.type, count: count() })
    .from(table)
    .where(recent)
    .groupBy(table.event, table.type)
    .orderBy(desc(count()), table.event)
  const errors = await db
    .select({ at: table.at, event: table.event, page: table.page, sdk: table.sdk, facts: table.facts })
    .from(table)
    .where(and(recent, eq(table.type, 'error')))
    .orderBy(desc(table.at))
    .limit(LAST_ERRORS)
  return { since, counts, errors: errors.map(({ facts, ...rest }) => ({ ...rest, ...facts })) }
}
