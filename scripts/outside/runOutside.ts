import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@latchkey/testing/node'
import { packCreate } from '../create/packCreate.ts'
import { run } from '../install/run.mjs'
import { apiFiles } from '../pack/apiReport.ts'
import { packPackage } from '../pack/packPackage.ts'
import { buildAll } from '../stack/buildAll.ts'
import { startStack } from '../stack/startStack.ts'
import { listConsumers, placeConsumer } from './Consumer.ts'
import { type OutsideWallet, SILENT } from './OutsideWallet.ts'
import { CREATED, placeCreated } from './placeCreated.ts'
import { type Trial, tryConsumer } from './tryConsumer.ts'

export type OutsideOptions = {
  root: string
  /** Consumers to try; default: all. */
  names?: readonly string[]
  /** Starts the product, and lets a visitor sign in on each page. */
  signIn?: boolean
  /** Leaves the folders for a look. */
  keep?: boolean
  log: (line: string) => void
  signal: AbortSignal
}

/**
 * Packs the package and tries it in folders that are no part of the workspace: installs, checks the types, builds, opens,
 * and signs in where the product is started for it.
 *
 * @throws Error for a name that no consumer has, or when the package cannot be packed
 */
export async function runOutside(options: OutsideOptions): Promise<Trial[]> {
  const { root, names, signIn = false, keep = false, log, signal } = options
  const all = listConsumers()
  refuseUnknown(
    names ?? [],
    [...all, ...CREATED].map(({ name }) => name),
  )
  let stop = async () => {}
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
    const started = signIn ? await startWallet(root, log, signal) : undefined
    stop = started?.stop ?? stop
    const wallet = started?.wallet ?? SILENT
    for (const consumer of all) {
      if (names && !names.includes(consumer.name)) continue
      signal.throwIfAborted()
      const place = placeConsumer(consumer, folder, tarball, wallet)
      await note(tryConsumer(consumer, place, wallet, signal))
    }
    const made = CREATED.filter(({ name }) => !names || names.includes(name))
    const create = made.length > 0 ? await packCreate(root, folder, signal) : ''
    for (const one of made) {
      signal.throwIfAborted()
      const consumer = await placeCreated(one, folder, { create, latchkey: tarball }, wallet, signal)
      await note(tryConsumer(consumer, consumer.directory, wallet, signal))
    }
    return trials
  } finally {
    await stop()
    if (keep) log(`kept      ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

/** Throws for a name that no consumer has. */
function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`No consumer is named ${unknown.join(', ')}. There are: ${known.join(', ')}`)
}

/** Builds and starts the product for pages on one port. */
async function startWallet(root: string, log: (line: string) => void, signal: AbortSignal) {
  await buildAll({ root, onProgress: log, signal })
  const port = await freePort()
  const project = {
    id: 'outside',
    name: 'Outside',
    mode: 'development' as const,
    allowedOrigins: [`http://app.localhost:${port}`],
    // One window is one way fewer; the demo's own tests have both.
    approvals: { [`http://app.localhost:${port}`]: 'frame' as const },
  }
  const { origins, mail, stop } = await startStack({ root, projects: [project], signal })
  const wallet: OutsideWallet = { origins: { api: origins.api, wallet: origins.wallet }, port, mail }
  return { wallet, stop }
}

const COLUMNS = ['consumer', 'types', 'build', 'opens', 'signs', 'scripts at the click'] as const

const cells = (texts: readonly string[]) =>
  texts
    .map((text, at) => text.padEnd(at === 0 ? 16 : 8))
    .join('')
    .trimEnd()

/** A line of the table. */
const lineOf = ({ name, types, build, opens, signs, scripts }: Trial): string =>
  cells([
    name,
    ...[types, build, opens, signs].map((one) => (one === 'none' ? '–' : one)),
    String(scripts ?? '–'),
  ])

export const tableOf = (trials: readonly Trial[]): string =>
  [cells(COLUMNS), ...trials.map(lineOf)].join('\n')

export const isPassed = ({ types, build, opens, signs }: Trial): boolean =>
  ![types, build, opens, signs].includes('failed')

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
    signs: 'none',
    log: lint + bytes + types + surface,
  }
}
