import { npmCommand, run } from '../install/run.mjs'

/** Milliseconds that one command of a consumer may take. */
const TIMEOUT = 600_000

/** Installs what a consumer's package.json names, and runs nobody's scripts for it. */
export const INSTALL: readonly string[] = [
  'install',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--ignore-scripts',
  '--prefer-offline',
]

/**
 * Runs npm in a consumer's place.
 *
 * @returns what went wrong; nothing when all went well
 */
export async function npmIn(
  place: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [npm = 'npm', ...first] = npmCommand()
  // npm tells the consumer's own commands where the workspace is, unless it is told otherwise.
  const env = { npm_config_local_prefix: place, INIT_CWD: place }
  const ended = await run(npm, [...first, ...args], {
    cwd: place,
    quiet: true,
    timeout: TIMEOUT,
    env,
    ...(signal ? { signal } : {}),
  })
  signal?.throwIfAborted()
  if (ended.code === 0) return undefined
  return `npm ${args.join(' ')} ${ended.timedOut ? 'took too long' : 'failed'}\n${ended.output.trim()}`
}
