import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** When npm last installed something there, or when the program itself was written. Milliseconds since the epoch. */
function installedAt(folder: string, program: string): number {
  const record = join(folder, '.package-lock.json')
  return statSync(existsSync(record) ? record : program).mtimeMs
}

/** Its logger starts a worker from files beside it, which have to stay files. */
const STAYS_APART = [/^pino/, 'thread-stream']

/** Writes the program with all that it imports as one file. Two processes that do so at once write the same. */
async function bundle(program: string, file: string): Promise<void> {
  const own = `${file}.${process.pid}`
  try {
    // Loaded when it is needed: as a rule the file is there.
    const { build } = await import('rolldown')
    await build({
      input: program,
      platform: 'node',
      external: STAYS_APART,
      logLevel: 'silent',
      output: { file: own, format: 'esm', codeSplitting: false },
    })
    renameSync(own, file)
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * The program file of Pimlico's bundler, which npm may have hoisted or not. Most of the time until it answers goes to the
 * files that it imports, one by one: so it is made one file first, which stays beside it until npm installs again.
 *
 * @returns its path; where its folder cannot be written, that of the program as it was installed
 * @throws Error when it is not installed
 * @example spawn(process.execPath, [await altoProgram(), 'run'])
 */
export async function altoProgram(): Promise<string> {
  const require = createRequire(import.meta.url)
  for (const folder of require.resolve.paths('@pimlico/alto') ?? []) {
    const program = join(folder, '@pimlico', 'alto', 'esm', 'cli', 'alto.js')
    if (!existsSync(program)) continue
    const file = join(dirname(program), 'alto.bundled.mjs')
    if (existsSync(file) && statSync(file).mtimeMs > installedAt(folder, program)) return file
    return bundle(program, file).then(
      () => file,
      () => program,
    )
  }
  throw new Error('The bundler is not installed (@pimlico/alto). Run npm ci.')
}
