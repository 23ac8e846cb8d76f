import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { type EnvelopeKey, envelopeKey } from '../crypto/envelope.ts'
import { createHashKeys, recordKeys } from '../crypto/serviceKeys.ts'
import type { Database } from '../db/Database.ts'
import { type Rekeyed, rekeyIdentities, rekeyUsers } from './rekeyUsers.ts'
import { findSealedColumns, rewrapColumn, type SealedColumn } from './rewrapColumn.ts'
import { queryRows } from './schemaVersion.ts'

type DatabaseKey = { variable: 'KEK' | 'RECOVERY_KEK'; key: EnvelopeKey }

/** Every key that records of the database may be under, with the variable that it comes from. */
function databaseKeys({ kek, recoveryKek, others }: ServiceConfig['secrets']): DatabaseKey[] {
  const { recordKey, recoveryShareKey } = recordKeys(kek, others?.keks)
  return [
    { variable: 'KEK', key: recordKey },
    { variable: 'KEK', key: recoveryShareKey },
    { variable: 'RECOVERY_KEK', key: envelopeKey(recoveryKek, others?.recoveryKeks) },
  ]
}

const rowSchema = z.object({ keyId: z.string(), count: z.coerce.number() })

type SealedCount = { table: string; column: string; keyId: string; count: number }

/** Counts the records of each column by the key they are under. */
async function countSealed(db: Database, columns: readonly SealedColumn[]): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const { table, column } of columns) {
    const name = sql.identifier(column)
    const rows = await queryRows(
      db,
      sql`select split_part(${name}, '.', 2) as "keyId", count(*) as count from ${sql.identifier(table)}
        where ${name} is not null group by 1 order by 1`,
      rowSchema,
    )
    counts.push(...rows.map((row) => ({ table, column, ...row })))
  }
  return counts
}

export type KeyUse = {
  variable: 'KEK' | 'RECOVERY_KEK'
  /** Records under the key in force, under one of the others. */
  current: number
  other: number
}
export type UnknownRecords = { table: string; column: string; keyId: string; count: number }
export type SealedReport = { uses: KeyUse[]; unknown: UnknownRecords[] }

/** Counts which keys the records of a database are under. */
export async function readSealedReport(
  db: Database,
  secrets: ServiceConfig['secrets'],
): Promise<SealedReport> {
  const keys = databaseKeys(secrets)
  const counts = await countSealed(db, await findSealedColumns(db))
  const sum = (ids: readonly string[]) =>
    counts.filter(({ keyId }) => ids.includes(keyId)).reduce((total, { count }) => total + count, 0)
  const idsOf = (variable: KeyUse['variable']) => {
    const own = keys.filter((key) => key.variable === variable).map(({ key }) => key)
    const others = own.flatMap(({ others = [] }) => others.map(({ id }) => id))
    return { current: own.map(({ id }) => id), others }
  }
  const known = new Set(keys.flatMap(({ key }) => [key.id, ...(key.others ?? []).map(({ id }) => id)]))
  return {
    uses: (['KEK', 'RECOVERY_KEK'] as const).map((variable) => {
      const { current, others } = idsOf(variable)
      return { variable, current: sum(current), other: sum(others) }
    }),
    unknown: counts.filter(({ keyId }) => !known.has(keyId)),
  }
}

export type Rotation = SealedReport & {
  /** Records that were put under the key in force by this run. */
  written: number
  /** Accounts and social identities that were put under the pepper in force. */
  users: Rekeyed
  identities: Rekeyed
}

/**
 * Puts every sealed record under the keys in force, and every account's address and social identity under the pepper in force. Nothing is
 * lost when it stops half-way, and it may run while any number of processes of the service do.
 *
 * @param onProgress hears of each column that is done
 * @throws EnvelopeError for a record that was tampered with
 */
export async function rotate(
  db: Database,
  secrets: ServiceConfig['secrets'],
  options: { signal?: AbortSignal; onProgress?: (line: string) => void } = {},
): Promise<Rotation> {
  const keys = databaseKeys(secrets).map(({ key }) => key)
  let written = 0
  for (const target of await findSealedColumns(db)) {
    const count = await rewrapColumn(db, target, keys, options.signal)
    written += count
    if (count) options.onProgress?.(`${target.table}.${target.column}: ${count}`)
  }
  const { pepper, kek, others } = secrets
  const hashKeys = createHashKeys(pepper, others?.peppers)
  const { recordKey } = recordKeys(kek, others?.keks)
  const users = await rekeyUsers(db, { recordKey, hashKeys }, options.signal)
  const identities = await rekeyIdentities(db, { recordKey, hashKeys }, options.signal)
  return { written, users, identities, ...(await readSealedReport(db, secrets)) }
}
