import { createConnection } from 'node:net'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { type Connection, connectDatabase } from '../connectDatabase.ts'
import { OperationError } from '../OperationError.ts'
import { type Finding, fail, ok, reasonOf } from './Diagnosis.ts'

/** Whether something listens at an address. */
export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port })
    const settle = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(2_000, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

/**
 * Opens the database for a look. The embedded one belongs to one process: while the service runs it is left alone.
 *
 * @param listen where the service of this environment listens
 */
export async function openForDoctor(
  database: ServiceConfig['database'],
  listen: { host: string; port: number },
): Promise<{ connection: Connection | null; finding: Finding }> {
  const check = 'database.reachable'
  const variable = 'url' in database ? 'DATABASE_URL' : 'PGLITE_DIR'
  if ('directory' in database && (await isListening(listen.host, listen.port))) {
    const message =
      'The embedded database is open in the running service; stop it to have the tables checked too.'
    return { connection: null, finding: ok(check, message) }
  }
  try {
    return { connection: await connectDatabase(database), finding: ok(check, 'The database answers.') }
  } catch (error) {
    const why = error instanceof OperationError ? error.message : `${variable}: ${reasonOf(error)}.`
    const fix = `Correct ${variable}, or start the database.`
    return { connection: null, finding: fail(check, `The database cannot be opened. ${why}`, fix) }
  }
}
