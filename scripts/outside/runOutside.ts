import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from '../install/run.mjs'
import { apiFiles } from '../pack/apiReport.ts'
import { packPackage } from '../pack/packPackage.ts'
import { listConsumers, placeConsumer } from './Consumer.ts'
import { type Trial, tryConsumer } from './tryConsumer.ts'

export type OutsideOptions = {
  root: string
  /** Consumers to try; default: all. */
  names?: readonly string[]
  /** Leaves the folders for a look. */
  keep?: boolean
  log: (line: string) => void
  signal: AbortSignal
}

/**
 * Packs the package and tries it in folders that are no part of the workspace: installs, checks the types, builds, opens.
 *
 * @throws Error for a name that no consumer has, or when the package cannot be packed
 */
export async function runOutside(options: OutsideOptions): Promise<Trial[]> {
  const { root, names, keep = false, log, signal } = options
  const all = listConsumers()
  const unknown = names?.filter((name) => !all.some((one) => one.name === name)) ?? []
  if (unknown.length > 0)
    throw new Error(
      `No consumer is named ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-outside-'))
  try {
    const tarball = await packPackage({ root, destination: folder, log, signal })
    const trials: Trial[] = []
    const note = async (trying: Promise<Trial>) => {
      const began = performance.now()
      const trial = await trying
      log(`outside   ${lineOf(trial)} ${((performance.now() - began) / 1000).toFixed(0)} s`)
      if (trial.log) log(trial.log)
      trials.push(trial)
    }
    await note(checkPackage(root, tarball, signal))
    for (const consumer of all) {
      if (names && !names.includes(consumer.name)) continue
      await note(tryConsumer(consumer, placeConsumer(consumer, folder, tarball), signal))
    }
    return trials
  } finally {
    if (keep) log(`kept      ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

const COLUMNS = ['consumer', 'types', 'build', 'opens', 'scripts at the click'] as const

const cells = (texts: readonly string[]) =>
  texts
    .map((text, at) => text.padEnd(at === 0 ? 16 : 8))
    .join('')
    .trimEnd()

/** A line of the table. */
const lineOf = ({ name, types, build, opens, scripts }: Trial): string =>
  cells([name, ...[types, build, opens].map((one) => (one === 'none' ? '–' : one)), String(scripts ?? '–')])

export const tableOf = (trials: readonly Trial[]): string =>
  [cells(COLUMNS), ...trials.map(lineOf)].join('\n')

export const isPassed = ({ types, build, opens }: Trial): boolean => ![types, build, opens].includes('failed')

/**
 * What publint says of the package, and Are The Types Wrong of its types; whether it exports what is written down, and
 * whether the same sources make the same bytes.
 */
async function checkPackage(root: string, tarball: string, signal: AbortSignal): Promise<Trial> {
  const check = async (program: readonly string[], ...args: string[]) => {
    const path = join(root, 'node_modules', ...program)
    const ended = await run(process.execPath, [path, ...args], { cwd: root, quiet: true, signal })
    signal.throwIfAborted()
    return ended.code === 0 ? '' : `${program.at(-1)}: ${ended.output.trim()}\n`
  }
  const lint = await check(['publint', 'src', 'cli.js'], 'run', tarball, '--strict')
  // There is no CommonJS build, on purpose.
  const attw = ['@arethetypeswrong', 'cli', 'dist', 'index.js']
  const types = await check(attw, tarball, '--profile', 'esm-only', '--no-color')
  const again = await packPackage({
    root,
    destination: join(dirname(tarball), 'again'),
    log: () => undefined,
    signal,
  })
  const isSame = readFileSync(again).equals(readFileSync(tarball))
  const bytes = isSame ? '' : 'Packing again made other bytes.\n'
  const stale = [...apiFiles(root)].filter(
    ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
  )
  const surface = stale
    .map(([path]) => `The package exports something else than ${path} says: npm run pack -- --api\n`)
    .join('')
  return {
    name: 'package',
    types: types || surface ? 'failed' : 'ok',
    build: lint || bytes ? 'failed' : 'ok',
    opens: 'none',
    log: lint + bytes + types + surface,
  }
}
