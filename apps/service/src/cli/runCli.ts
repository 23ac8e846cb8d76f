import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { EnvironmentError } from '../config/readEnvironment.ts'
import { describeFindings, exitCodeOf } from '../operations/doctor/Diagnosis.ts'
import { runDoctor } from '../operations/doctor/runDoctor.ts'
import { OperationError } from '../operations/OperationError.ts'
import { backup, restore } from './backup.ts'
import type { Arguments, Command, Terminal } from './Command.ts'
import { rotate } from './rotate.ts'

const doctor: Command = {
  usage: 'doctor [--json]',
  summary: 'checks a deployment from inside and outside, and says what to fix',
  options: { json: { type: 'boolean' } },
  async run({ environment, print }, { values }) {
    const findings = await runDoctor(environment)
    print(values.json ? JSON.stringify(findings, null, 2) : describeFindings(findings))
    return exitCodeOf(findings)
  },
}

const COMMANDS: Readonly<Record<string, Command>> = { doctor, rotate, backup, restore }

const HELP = [
  'Commands of the operator (docs/operating.md). They read the environment of the service.',
  '',
  ...Object.values(COMMANDS).flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
  '',
  '  --env-file <path>   reads variables from a file first; those that are set already win',
].join('\n')

function parse(command: Command, args: readonly string[]): Arguments {
  try {
    const options = { ...command.options, 'env-file': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values: values as Arguments['values'], positionals }
  } catch (error) {
    throw new OperationError(error instanceof Error ? error.message : 'The arguments cannot be read.')
  }
}

function withFile(environment: Terminal['environment'], path: unknown): Terminal['environment'] {
  if (typeof path !== 'string') return environment
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...environment }
  } catch {
    throw new OperationError('The file of --env-file cannot be read.')
  }
}

/**
 * Runs one command of the operator.
 *
 * @param args what follows the name of the program
 * @returns exit code: 0 done, 1 something is to be done, 2 the command could not be run
 */
export async function runCli(terminal: Terminal, args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const isAsked = name === 'help' || name === '--help'
    if (isAsked) terminal.print(HELP)
    else terminal.tell(HELP)
    return isAsked ? 0 : 2
  }
  try {
    const parsed = parse(command, rest)
    const environment = withFile(terminal.environment, parsed.values['env-file'])
    return await command.run({ ...terminal, environment }, parsed)
  } catch (error) {
    if (terminal.signal.aborted) {
      terminal.tell('Stopped. Run the command again to go on.')
      return 2
    }
    const isOurs = error instanceof OperationError || error instanceof EnvironmentError
    // Messages of databases and networks may quote what was asked.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    const name = error instanceof Error ? error.name : 'Error'
    terminal.tell(isOurs ? error.message : `The command failed: ${name}${code}.`)
    return 2
  }
}
