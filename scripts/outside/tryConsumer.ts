import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, waitForHttp } from '@latchkey/testing/node'
import { npmCommand, run } from '../install/run.mjs'
import { startStaticServer } from '../stack/staticServer.ts'
import type { Consumer } from './Consumer.ts'
import type { OutsideWallet } from './OutsideWallet.ts'
import { openPage } from './openPage.ts'

/** What came of one step; `none`: the consumer has no such step. */
type Verdict = 'ok' | 'failed' | 'none'

export type Trial = {
  name: string
  types: Verdict
  build: Verdict
  opens: Verdict
  /** A visitor has signed in and has signed a message. */
  signs: Verdict
  /** Scripts that the first click has loaded. */
  scripts?: number
  log: string
}

/** Milliseconds that one command of a consumer may take. */
const TIMEOUT = 600_000

/** Nothing inline, no evaluation, our origins alone: what docs/integrating.md asks for. */
const policyFor = ({ origins: { api, wallet } }: OutsideWallet) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${api}`,
    `connect-src 'self' ${api}`,
    `frame-src ${wallet}`,
    "base-uri 'none'",
  ].join('; ')

/** The policy for a document: an import map has to stand in it, so its hash is named. */
function policyOf(html: string, wallet: OutsideWallet): string {
  const policy = policyFor(wallet)
  const [, map] = /<script type="importmap">([^<]*)<\/script>/.exec(html) ?? []
  if (map === undefined) return policy
  const hash = createHash('sha256').update(map).digest('base64')
  return policy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`)
}

/** Installs a consumer that is in its place, checks its types, builds and opens it. */
export async function tryConsumer(
  { name, manifest }: Consumer,
  place: string,
  wallet: OutsideWallet,
  signal: AbortSignal,
): Promise<Trial> {
  const trial: Trial = { name, types: 'none', build: 'none', opens: 'none', signs: 'none', log: '' }
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
  const unasked = outside.serve ? foundIn(join(place, outside.serve), outside.without ?? []) : []
  if (trial.build === 'ok' && unasked.length > 0) {
    trial.build = 'failed'
    trial.log += `${name}: ships what it does not import: ${unasked.join(', ')}\n`
  }
  if (trial.build !== 'failed' && (outside.serve ?? scripts.start)) {
    try {
      trial.scripts = await open(manifest, place, wallet, signal)
      trial.opens = 'ok'
      if (wallet.mail) trial.signs = 'ok'
    } catch (error) {
      trial.opens = 'failed'
      trial.log += `${name}: ${error instanceof Error ? error.message : String(error)}\n`
    }
  }
  return trial
}

/** Which of the texts are in a script of the folder. */
function foundIn(folder: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  const scripts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts.filter((text) => scripts.some((script) => script.includes(text)))
}

/** Serves the page under the strict policy, or starts the consumer's own server, and opens it. */
async function open(
  { outside }: Consumer['manifest'],
  place: string,
  wallet: OutsideWallet,
  signal: AbortSignal,
): Promise<number> {
  const port = wallet.port ?? (await freePort())
  const host = `app.localhost:${port}`
  const url = `http://${host}/`
  if (outside.serve) {
    const server = await startStaticServer({
      port,
      directory: join(place, outside.serve),
      host,
      documents: { '/': 'index.html' },
      contentSecurityPolicy: policyOf(readFileSync(join(place, outside.serve, 'index.html'), 'utf8'), wallet),
    })
    return openPage(url, outside.dialogIn, wallet).finally(() => server.stop())
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
    return await openPage(url, outside.dialogIn, wallet)
  } finally {
    ending.abort()
    await running
  }
}
