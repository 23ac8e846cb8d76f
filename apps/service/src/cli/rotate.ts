import { readEnvironment } from '../config/readEnvironment.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { connectDatabase } from '../operations/connectDatabase.ts'
import { checkRunningKey } from '../operations/doctor/checkService.ts'
import { ask } from '../operations/doctor/Diagnosis.ts'
import { OperationError } from '../operations/OperationError.ts'
import {
  type Rotation,
  readSealedReport,
  rotate as rotateDatabase,
  type SealedReport,
} from '../operations/rotate.ts'
import { isSameVersion, ownSchemaVersion, readSchemaVersion } from '../operations/schemaVersion.ts'
import { type Command, databaseOf } from './Command.ts'

type Outcome = { lines: string[]; isDone: boolean }

function describePepper(moved: Pick<Rotation, 'users' | 'identities'> | null): Outcome {
  if (!moved)
    return { lines: ['PEPPER: hashes do not tell their pepper; run this without --check.'], isDone: false }
  const { users, identities } = moved
  const counts = `PEPPER: ${users.moved} account(s) and ${identities.moved} social identities moved.`
  const left = users.unknown + identities.unknown
  const next = left
    ? `${left} could not be: keep PEPPER_PREVIOUS, or those people get new, empty accounts.`
    : 'Once no process hashes with the pepper of before, PEPPER_PREVIOUS can be dropped.'
  return { lines: [`${counts} ${next}`], isDone: left === 0 }
}

/** What an operator may do now. `moved`: null when rows were only counted. `isMixed`: a process still writes with the previous key. */
export function describeRotation(
  { uses, unknown }: SealedReport,
  moved: Pick<Rotation, 'users' | 'identities'> | null,
  { others }: ServiceConfig['secrets'],
  isMixed: boolean,
): Outcome {
  const isSet = { KEK: others?.keks.length ?? 0, RECOVERY_KEK: others?.recoveryKeks.length ?? 0 }
  const lines = uses.map(({ variable, current, other }) => {
    const counts = `${variable}: ${current} record(s) under it, ${other} under ${variable}_PREVIOUS.`
    if (!isSet[variable]) return counts
    if (other) return `${counts} Run this again.`
    if (isMixed)
      return `${counts} A process still writes with the key of before: restart it, and run this again.`
    return `${counts} Once no process writes with the key of before, ${variable}_PREVIOUS can be dropped.`
  })
  for (const { table, column, keyId, count } of unknown)
    lines.push(
      `${table}.${column}: ${count} record(s) under key ${keyId}, which is not set. Do not drop anything.`,
    )
  const pepper = others?.peppers.length ? describePepper(moved) : { lines: [], isDone: true }
  const isLeft =
    unknown.length > 0 || uses.some(({ variable, other }) => other || (isMixed && isSet[variable]))
  return { lines: [...lines, ...pepper.lines], isDone: !isLeft && pepper.isDone }
}

export const rotate: Command = {
  usage: 'rotate [--check] [--json]',
  summary: 'puts every sealed record under the keys in force; --check only counts',
  options: { check: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(terminal, { values }) {
    const { config } = readEnvironment(terminal.environment)
    const connection = await connectDatabase(await databaseOf(terminal))
    try {
      const { db } = connection
      if (!isSameVersion(await readSchemaVersion(db), ownSchemaVersion()))
        throw new OperationError(
          'The tables are of another version than this program. Run the version of the service.',
        )
      const done = values.check
        ? null
        : await rotateDatabase(db, config.secrets, { signal: terminal.signal, onProgress: terminal.tell })
      const report = done ?? (await readSealedReport(db, config.secrets))
      const running = await checkRunningKey({ ask, config })
      const isMixed = running.some(({ level }) => level !== 'ok')
      const { lines, isDone } = describeRotation(report, done, config.secrets, isMixed)
      terminal.print(values.json ? JSON.stringify({ ...report, isMixed }, null, 2) : lines.join('\n'))
      return isDone ? 0 : 1
    } finally {
      await connection.close()
    }
  },
}
