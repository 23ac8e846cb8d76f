import type { ParseArgsConfig } from 'node:util'
import { readKeyFiles } from '../config/readKeyFiles.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { isListening } from '../operations/doctor/openForDoctor.ts'
import { OperationError } from '../operations/OperationError.ts'

/** Where a command is run. */
export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>
  /** What was asked for, on standard output. */
  print(line: string): void
  /** How it goes, on standard error. */
  tell(line: string): void
  signal: AbortSignal
}

export type Arguments = {
  values: Readonly<Record<string, string | boolean | undefined>>
  positionals: readonly string[]
}

export type Command = {
  /** One line of the help text: arguments, then what it does. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
  /**
   * @returns exit code
   * @throws OperationError or EnvironmentError with a message for the operator
   */
  run(terminal: Terminal, args: Arguments): Promise<number>
}

/**
 * The database of the environment; nothing else is asked of it, so that backups can be made where no key is.
 *
 * @throws OperationError when none is named, or the embedded one is open in a running service
 */
export async function databaseOf({
  environment,
}: Pick<Terminal, 'environment'>): Promise<ServiceConfig['database']> {
  const { environment: filled, problems } = readKeyFiles(environment)
  const ofDatabase = problems.find((line) => line.includes('DATABASE_URL'))
  if (ofDatabase) throw new OperationError(`${ofDatabase.trim()}.`)
  const { DATABASE_URL: url, PGLITE_DIR: directory, HOST: host, PORT: port } = filled
  if (url) return { url }
  if (!directory) throw new OperationError('Set DATABASE_URL, DATABASE_URL_FILE or PGLITE_DIR.')
  if (await isListening(host || '127.0.0.1', Number(port || 8787)))
    throw new OperationError(
      'The embedded database (PGLITE_DIR) is open in the running service. Stop the service first.',
    )
  return { directory }
}
