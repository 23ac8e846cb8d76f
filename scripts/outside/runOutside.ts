import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, waitForHttp } from '@latchkey/testing/node'
import { npmCommand, run } from '../install/run.mjs'
import { packPackage } from '../pack/packPackage.ts'
import { startStaticServer } from '../stack/staticServer.ts'
import { type Consumer, listConsumers, placeConsumer } from './Consumer.ts'
import { ORIGINS, openPage } from './openPage.ts'

/** What came of one step; `none`: the consumer has no such step. */
type Verdict = 'ok' | 'failed' | 'none'

export type Trial = { name: string; types: Verdict; build: Verdict; opens: Verdict; log: string }

export type OutsideOptions = {
  root: string
  /** Consumers to try; default: all. */
  names?: readonly string[]
  /** Leaves the folders for a look. */
  keep?: boolean
  log: (line: string) => void
  signal: AbortSignal
}

/** Milliseconds that one command of a consumer may take. */
const TIMEOUT = 600_000

/** Nothing inline, no evaluation, our origins alone: what docs/integrating.md asks for. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' data: ${ORIGINS.api}`,
  `connect-src 'self' ${ORIGINS.api}`,
  `frame-src ${ORIGINS.wallet}`,
  "base-uri 'none'",
].join('; ')

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
    for (const consumer of all) {
      if (names && !names.includes(consumer.name)) continue
      const began = performance.now()
      const trial = await tryConsumer(consumer, placeConsumer(consumer, folder, tarball), signal)
      log(`outside   ${lineOf(trial)} ${((performance.now() - began) / 1000).toFixed(0)} s`)
      if (trial.log) log(trial.log)
      trials.push(trial)
    }
    return trials
  } finally {
    if (keep) log(`kept      ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

/** A line of the table. */
export const lineOf = ({ name, types, build, opens }: Omit<Trial, 'log'>): string =>
  [name.padEnd(18), ...[types, build, opens].map((one) => (one === 'none' ? '–' : one).padEnd(8))].join('')

export const isPassed = ({ types, build, opens }: Trial): boolean => ![types, build, opens].includes('failed')

async function tryConsumer({ name, manifest }: Consumer, place: string, signal: AbortSignal): Promise<Trial> {
  const trial: Trial = { name, types: 'none', build: 'none', opens: 'none', log: '' }
  const [npm = 'npm', ...first] = npmCommand()
  const start = async (args: readonly string[]) => {
    // npm tells the consumer's own commands where the workspace is, unless it is told otherwise.
    const env = { npm_config_local_prefix: place, INIT_CWD: place }
    const ended = await run(npm, [...first, ...args], {
      cwd: place,
      quiet: true,
      timeout: TIMEOUT,
      signal,
      env,
    })
    signal.throwIfAborted()
    if (ended.code === 0) return true
    trial.log += `${name}: npm ${args.join(' ')} ${ended.timedOut ? 'took too long' : 'failed'}\n${ended.output.trim()}\n`
    return false
  }
  const { scripts = {}, outside } = manifest
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--ignore-scripts',
    '--prefer-offline',
  ]
  if (!(await start(install))) return { ...trial, build: 'failed' }
  if (scripts.types) trial.types = (await start(['run', 'types'])) ? 'ok' : 'failed'
  if (scripts.build) trial.build = (await start(['run', 'build'])) ? 'ok' : 'failed'
  if (trial.build !== 'failed' && (outside.serve ?? scripts.start)) {
    try {
      await open(manifest, place, signal)
      trial.opens = 'ok'
    } catch (error) {
      trial.opens = 'failed'
      trial.log += `${name}: ${error instanceof Error ? error.message : String(error)}\n`
    }
  }
  return trial
}

/** Serves the page under the strict policy, or starts the consumer's own server, and opens it. */
async function open({ outside }: Consumer['manifest'], place: string, signal: AbortSignal): Promise<void> {
  const port = await freePort()
  const host = `app.localhost:${port}`
  const url = `http://${host}/`
  if (outside.serve) {
    const server = await startStaticServer({
      port,
      directory: join(place, outside.serve),
      host,
      documents: { '/': 'index.html' },
      contentSecurityPolicy: POLICY,
    })
    return openPage(url).finally(() => server.stop())
  }
  const ending = new AbortController()
  const [npm = 'npm', ...first] = npmCommand()
  const running = run(npm, [...first, 'run', 'start'], {
    cwd: place,
    quiet: true,
    env: { PORT: String(port) },
    signal: AbortSignal.any([signal, ending.signal]),
  })
  try {
    await waitForHttp(`http://127.0.0.1:${port}/`, { timeout: 60_000 })
    await openPage(url)
  } finally {
    ending.abort()
    await running
  }
}
