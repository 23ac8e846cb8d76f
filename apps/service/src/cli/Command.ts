import type { ParseArgsConfig } from 'node:util'

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
