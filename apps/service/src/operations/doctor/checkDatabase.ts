import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { createHashKeys, recordKeys } from '../../crypto/serviceKeys.ts'
import type { Database } from '../../db/Database.ts'
import { sampleUsers } from '../rekeyUsers.ts'
import { readSealedReport, type SealedReport } from '../rotate.ts'
import { isSameVersion, ownSchemaVersion, queryRows, readSchemaVersion } from '../schemaVersion.ts'
import { type Diagnosis, type Finding, fail, judgeSkew, ok, warn } from './Diagnosis.ts'

const clockRow = z.object({ ms: z.coerce.number() })

async function checkClock(db: Database, now: () => number): Promise<Finding> {
  const before = now()
  const [row] = await queryRows(db, sql`select extract(epoch from clock_timestamp()) * 1000 as ms`, clockRow)
  const middle = (before + now()) / 2
  return judgeSkew('clock.database', 'the database', (row?.ms ?? 0) - middle)
}

async function checkTables(db: Database): Promise<Finding> {
  const own = ownSchemaVersion()
  const found = await readSchemaVersion(db)
  if (isSameVersion(own, found))
    return ok('database.tables', `The tables are up to date (${own.migrations} migrations).`)
  return fail(
    'database.tables',
    `The tables are of another version (${found.migrations} migrations; this program has ${own.migrations}).`,
    found.migrations < own.migrations
      ? 'Start the service once: it brings the tables up to date.'
      : 'Run the version of the service that the database belongs to.',
  )
}

function judgeSealed({ uses, unknown }: SealedReport, { config }: Diagnosis): Finding[] {
  const { others } = config.secrets
  const set = { KEK: others?.keks.length, RECOVERY_KEK: others?.recoveryKeks.length }
  const findings = uses.map(({ variable, current, other }) => {
    const check = `sealed.${variable}`
    if (other)
      return warn(check, `${other} record(s) are under ${variable}_PREVIOUS.`, 'Run the command "rotate".')
    if (set[variable])
      return warn(
        check,
        `Nothing is left under ${variable}_PREVIOUS, and it is still set.`,
        `Once all processes write with the new key, take ${variable}_PREVIOUS away.`,
      )
    return ok(check, `${current} record(s), all under ${variable}.`)
  })
  if (unknown.length) {
    const count = unknown.reduce((total, one) => total + one.count, 0)
    const places = unknown.map(({ table, column, keyId }) => `${table}.${column} (key ${keyId})`)
    findings.push(
      fail(
        'sealed.unknown',
        `${count} record(s) are under keys that are not set: ${places.join(', ')}.`,
        'Set the key they are under in KEK_PREVIOUS or RECOVERY_KEK_PREVIOUS; without it they are lost.',
      ),
    )
  }
  return findings
}

/** Hashes do not name their pepper: some addresses are opened and hashed anew. */
async function checkPepper(db: Database, { config }: Diagnosis): Promise<Finding[]> {
  const { pepper, kek, others } = config.secrets
  const { recordKey } = recordKeys(kek, others?.keks)
  const hashKeys = createHashKeys(pepper, others?.peppers)
  const { opened, lost } = await sampleUsers(db, { recordKey, hashKeys })
  if (lost)
    return [
      fail(
        'sealed.PEPPER',
        `${lost} of ${opened} account(s) looked at are under a pepper that is not set: whoever signs in to them gets a new, empty account.`,
        'Set the pepper they are under: as PEPPER, or in PEPPER_PREVIOUS.',
      ),
    ]
  if (others?.peppers.length)
    return [
      warn(
        'sealed.PEPPER',
        'PEPPER_PREVIOUS is set: hashes do not tell which pepper they are of.',
        'Run the command "rotate": it says when PEPPER_PREVIOUS can be dropped.',
      ),
    ]
  return [ok('sealed.PEPPER', `${opened} account(s) looked at, all under PEPPER.`)]
}

/** Whether the database has our tables, agrees on the time, and is sealed under the keys that are set. */
export async function checkDatabase(diagnosis: Diagnosis): Promise<Finding[]> {
  const { db, config } = diagnosis
  if (!db) return []
  const tables = await checkTables(db)
  return [
    tables,
    await checkClock(db, Date.now),
    ...(tables.level === 'ok' ? judgeSealed(await readSealedReport(db, config.secrets), diagnosis) : []),
    ...(tables.level === 'ok' ? await checkPepper(db, diagnosis) : []),
  ]
}
