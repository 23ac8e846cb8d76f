import { randomBytes } from 'node:crypto'
import { type Mailbox, type Page, type PageSize, REMEMBERED, type StoredMessage } from '@latchkey/relay'
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import type { Database, OpenDatabase } from '../db/Database.ts'
import { relayMessages as rows } from '../db/schema.ts'
import { deleteSome } from '../db/sweep.ts'

const CHANNEL = 'latchkey_relay'

/** A row costs this much besides its message. */
const ROW_BYTES = 512
/** What a row's message takes. The database knows it without reading the message. */
const contentBytes = sql`octet_length(${rows.message}) + coalesce(octet_length(${rows.attestation}), 0)`
/** How long a measured size is believed, ms. */
const MEASURED = 30_000

type Options = {
  db: Database
  listen: OpenDatabase['listen']
  now: () => number
  /** What all waiting messages may take together; default 2 GiB. */
  bytes?: number
}

/**
 * Watches the size of all messages: clients and topics are free to make, and must not fill the disk. The size is measured
 * now and then; what this process stores between is added.
 */
function createSize(db: Database, now: () => number, most: number) {
  let used = 0
  let measuredAt = Number.NEGATIVE_INFINITY
  return {
    async hasRoom(bytes: number): Promise<boolean> {
      if (now() - measuredAt > MEASURED) {
        measuredAt = now()
        const [size] = await db
          .select({
            bytes: sum(sql`${contentBytes} + ${ROW_BYTES}::int`),
          })
          .from(rows)
        used = Number(size?.bytes ?? 0)
      }
      return used + bytes <= most
    },
    add(bytes: number) {
      used += bytes
    },
  }
}

/** Messages that give way at once. */
const GIVING_WAY = 200

/**
 * Takes messages out that would wait longer than a new one, those that would wait longest first: who fills the mailbox with
 * what is to lie there for a week must not shut out what somebody waits for now.
 *
 * @returns the bytes that are free again
 */
async function makeRoom(db: Database, { expiresAt }: StoredMessage): Promise<number> {
  const longest = sql`select ctid from ${rows} where ${rows.expiresAt} > ${expiresAt}::bigint
    order by ${rows.expiresAt} desc limit ${GIVING_WAY} for update skip locked`
  const gone = (await db.execute(
    sql`delete from ${rows} where ctid = any(array(${longest})) returning ${contentBytes} + ${ROW_BYTES}::int as bytes`,
  )) as unknown as { rows: { bytes: number | string }[] }
  return gone.rows.reduce((total, { bytes }) => total + Number(bytes), 0)
}

function rowOf(message: StoredMessage) {
  return { ...message, attestation: message.attestation ?? null }
}

function messageOf(row: typeof rows.$inferSelect): StoredMessage {
  const { topic, hash, message, tag, attestation, publisher, publishedAt, expiresAt } = row
  const stored = { topic, hash, message, tag, publisher, publishedAt, expiresAt }
  return attestation === null ? stored : { ...stored, attestation }
}

/** Reads what waits by a condition, as far as there is room, in one statement. */
async function readPage(
  db: Database,
  condition: SQL | undefined,
  { messages, bytes, after = 0 }: PageSize,
): Promise<Page> {
  const waiting = db
    .select({
      ...getTableColumns(rows),
      total: sql<number>`sum(${contentBytes}) over (order by ${rows.sequence})`.as('total'),
      place: sql<number>`row_number() over (order by ${rows.sequence})`.as('place'),
      following: sql<unknown>`lead(${rows.sequence}) over (order by ${rows.sequence})`.as('following'),
    })
    .from(rows)
    .where(and(condition, gt(rows.sequence, after)))
    .as('waiting')
  const found = await db
    .select()
    .from(waiting)
    .where(or(lte(waiting.total, bytes), eq(waiting.place, 1)))
    .orderBy(asc(waiting.sequence))
    .limit(messages)
  const last = found.at(-1)
  return { messages: found.map(messageOf), next: last?.following ? last.sequence : undefined }
}

/** Whether the topic has that message; `full` when it has no room for it. */
async function outcomeWithoutRoom(
  db: Database,
  { topic, hash }: StoredMessage,
): Promise<'repeated' | 'full'> {
  const known = await db
    .select({ hash: rows.hash })
    .from(rows)
    .where(and(eq(rows.topic, topic), eq(rows.hash, hash)))
  return known.length ? 'repeated' : 'full'
}

/**
 * A mailbox in the database, for any number of processes: what one stores, the others hear by NOTIFY.
 *
 * @param now milliseconds since the epoch
 */
export function createDatabaseMailbox({ db, listen, now, bytes = 2_147_483_648 }: Options): Mailbox {
  const size = createSize(db, now, bytes)
  const me = randomBytes(8).toString('hex')
  const waits = () => and(isNull(rows.acknowledgedAt), gt(rows.expiresAt, now()))
  return {
    async put(message, limit) {
      const { topic } = message
      const [waiting] = await db
        .select({ messages: count() })
        .from(rows)
        .where(and(eq(rows.topic, topic), waits()))
      const needed = message.message.length + (message.attestation?.length ?? 0) + ROW_BYTES
      if ((waiting?.messages ?? 0) >= limit) return outcomeWithoutRoom(db, message)
      if (!(await size.hasRoom(needed))) size.add(-(await makeRoom(db, message)))
      if (!(await size.hasRoom(needed))) return outcomeWithoutRoom(db, message)
      const outcome = await db.transaction(async (transaction) => {
        const stored = await transaction
          .insert(rows)
          .values(rowOf(message))
          .onConflictDoUpdate({
            target: [rows.topic, rows.hash],
            set: { ...rowOf(message), sequence: sql`excluded.sequence`, acknowledgedAt: null },
            setWhere: lte(rows.expiresAt, now()),
          })
          .returning({ topic: rows.topic })
        if (stored.length === 0) return 'repeated' as const
        await transaction.execute(sql`select pg_notify(${CHANNEL}, ${`${me}:${topic}`})`)
        return 'stored' as const
      })
      if (outcome === 'stored') size.add(needed)
      return outcome
    },
    pending: (topics, reader, size) =>
      readPage(db, and(inArray(rows.topic, [...topics]), waits(), ne(rows.publisher, reader)), size),
    async acknowledge(topic, hashes) {
      await db
        .update(rows)
        .set({
          message: '',
          attestation: null,
          acknowledgedAt: now(),
          expiresAt: sql`least(${rows.expiresAt}, ${now() + REMEMBERED}::bigint)`,
        })
        .where(and(eq(rows.topic, topic), inArray(rows.hash, [...hashes]), isNull(rows.acknowledgedAt)))
    },
    async sweep() {
      // Some at a time; the sweep of the service takes the rest.
      await deleteSome(db, { table: rows, column: rows.expiresAt, before: now() + 1 })
    },
    listen: (onStored, onGap) =>
      listen(
        CHANNEL,
        (payload) => {
          const [from, topic] = payload.split(':')
          if (from !== me && topic) onStored(topic)
        },
        onGap,
      ),
  }
}
