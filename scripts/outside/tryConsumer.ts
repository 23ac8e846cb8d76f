import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, waitForHttp } from '@latchkey/testing/node'
import { npmCommand, run } from '../install/run.mjs'
import { startStaticServer } from '../stack/staticServer.ts'
import type { Consumer } from './Consumer.ts'
import { INSTALL, npmIn } from './npmIn.ts'
import type { OutsideWallet } from './OutsideWallet.ts'
import { openPage } from './openPage.ts'
import { pagePolicy } from './pagePolicy.ts'

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

/** Installs a consumer that is in its place, checks its types, builds and opens it. */
export async function tryConsumer(
  { name, manifest }: Consumer,
  place: string,
  wallet: OutsideWallet,
  signal: AbortSignal,
): Promise<Trial> {
  const trial: Trial = { name, types: 'none', build: 'none', opens: 'none', signs: 'none', log: '' }
  const start = async (args: readonly string[]) => {
    const wrong = await npmIn(place, args, signal)
    if (wrong !== undefined) trial.log += `${name}: ${wrong}\n`
    return wrong === undefined
  }
  const { scripts = {}, outside } = manifest
  if (!(await start(INSTALL))) return { ...trial, build: 'failed' }
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
  const { dialogIn, kit, allows = {} } = outside
  if (outside.serve) {
    const directory = join(place, outside.serve)
    const html = readFileSync(join(directory, 'index.html'), 'utf8')
    const server = await startStaticServer({
      port,
      directory,
      host,
      documents: { '/': 'index.html' },
      contentSecurityPolicy: pagePolicy(html, wallet, allows),
    })
    const empty = Object.values(allows)
      .flat()
      .filter((source) => /^(?:https?|wss?):/.test(source))
    const kind = { dialogIn, hasKit: kit !== undefined, empty }
    let loaded = 0
    try {
      for (const query of kit ?? ['']) loaded = await openPage(`${url}${query}`, kind, wallet)
      return loaded
    } finally {
      await server.stop()
    }
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
    return await openPage(url, { dialogIn }, wallet)
  } finally {
    ending.abort()
    await running
  }
}
