import { randomBytes } from 'node:crypto'
import { type Mailbox, REMEMBERED, type StoredMessage } from '@latchkey/relay'
import { and, asc, count, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import type { OpenDatabase } from '../db/openDatabase.ts'
import { relayMessages as rows } from '../db/schema.ts'

const CHANNEL = 'latchkey_relay'

type Options = { db: Database; listen: OpenDatabase['listen']; now: () => number }

function rowOf(message: StoredMessage) {
  return { ...message, attestation: message.attestation ?? null }
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
export function createDatabaseMailbox({ db, listen, now }: Options): Mailbox {
  const me = randomBytes(8).toString('hex')
  const waits = () => and(isNull(rows.acknowledgedAt), gt(rows.expiresAt, now()))
  return {
    async put(message, limit) {
      const { topic } = message
      const [waiting] = await db
        .select({ messages: count() })
        .from(rows)
        .where(and(eq(rows.topic, topic), waits()))
      if ((waiting?.messages ?? 0) >= limit) return outcomeWithoutRoom(db, message)
      return db.transaction(async (transaction) => {
        const stored = await transaction
          .insert(rows)
          .values(rowOf(message))
          .onConflictDoUpdate({
            target: [rows.topic, rows.hash],
            set: { ...rowOf(message), sequence: sql`excluded.sequence`, acknowledgedAt: null },
            setWhere: lte(rows.expiresAt, now()),
          })
          .returning({ topic: rows.topic })
        if (stored.length === 0) return 'repeated'
        await transaction.execute(sql`select pg_notify(${CHANNEL}, ${`${me}:${topic}`})`)
        return 'stored'
      })
    },
    async pending(topics, reader, limit) {
      if (topics.length === 0) return []
      const found = await db
        .select()
        .from(rows)
        .where(and(inArray(rows.topic, [...topics]), waits(), ne(rows.publisher, reader)))
        .orderBy(asc(rows.sequence))
        .limit(limit)
      return found.map(({ attestation, sequence: _, acknowledgedAt: __, ...message }) => ({
        ...message,
        ...(attestation === null ? {} : { attestation }),
      }))
    },
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
      await db.delete(rows).where(lte(rows.expiresAt, now()))
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
