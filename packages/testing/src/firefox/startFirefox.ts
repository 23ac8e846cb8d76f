import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrivenPage } from '../driven/DrivenPage.ts'
import { poll } from '../node/poll.ts'
import { type RunningService, spawnService } from '../node/spawnService.ts'
import { type BidiConnection, connectBidi } from './bidiConnection.ts'
import { firefoxPage } from './FirefoxPage.ts'
import { findFirefox } from './findFirefox.ts'
import { userPreferences } from './firefoxPreferences.ts'

export type FirefoxOptions = {
  /** Default: `findFirefox()`. */
  executablePath?: string
  /** Added to the profile's preferences. */
  preferences?: Readonly<Record<string, string | number | boolean>>
  /** Milliseconds until it must listen: a first start reads all of Firefox from the disk. Default 120 000. */
  timeout?: number
  signal?: AbortSignal
}

export type Firefox = {
  /** Name and version, such as firefox 153.7. */
  readonly version: string
  /** A page with cookies and storage of its own. */
  newPage: () => Promise<DrivenPage>
  /** What the pages wrote to the console as errors, and what they threw. */
  errors: () => readonly string[]
  stop: () => Promise<void>
}

async function open(connection: BidiConnection): Promise<string> {
  const { capabilities } = await connection.send('session.new', { capabilities: {} }, 60_000)
  const { browserName, browserVersion } = (capabilities ?? {}) as Record<string, unknown>
  await connection.send('session.subscribe', { events: ['log.entryAdded'] })
  return `${browserName} ${browserVersion}`
}

async function newPage(connection: BidiConnection): Promise<DrivenPage> {
  const { userContext } = await connection.send('browser.createUserContext', {})
  const { context } = await connection.send('browsingContext.create', { type: 'tab', userContext })
  return firefoxPage(connection, String(context))
}

function collectErrors(connection: BidiConnection): readonly string[] {
  const errors: string[] = []
  connection.onEvent(({ method, params }) => {
    if (method === 'log.entryAdded' && params.level === 'error') errors.push(String(params.text))
  })
  return errors
}

async function launch(options: FirefoxOptions, program: string, profile: string) {
  const logFile = join(profile, 'output.log')
  writeFileSync(join(profile, 'user.js'), userPreferences(options.preferences))
  return spawnService({
    name: 'Firefox',
    command: program,
    // Firefox chooses its port: one that was found free before could be taken until it listens.
    args: ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    env: {
      // Nothing of this user's own Firefox is read or written.
      HOME: profile,
      MOZ_CRASHREPORTER_DISABLE: '1',
      DISPLAY: undefined,
      // A window in which a page can show all of what it opens over itself.
      MOZ_HEADLESS_WIDTH: '1366',
      MOZ_HEADLESS_HEIGHT: '960',
    },
    logFile,
  })
}

/** Where Firefox says that it listens, in a file of its profile. */
async function readAddress(profile: string): Promise<string> {
  const text = await readFile(join(profile, 'WebDriverBiDiServer.json'), 'utf8')
  const { ws_host: host, ws_port: port } = JSON.parse(text) as Record<string, unknown>
  return `ws://${host}:${port}/session`
}

/**
 * Starts Firefox without a window and drives it by WebDriver BiDi.
 *
 * @throws Error when there is no Firefox, or it does not listen in time
 * @example
 * const firefox = await startFirefox()
 * const page = await firefox.newPage()
 * await page.goto('http://app.localhost:5173')
 * await page.frame('http://wallet.localhost:8787').click({ css: 'button', text: 'Approve' })
 * await firefox.stop()
 */
export async function startFirefox(options: FirefoxOptions = {}): Promise<Firefox> {
  const program = options.executablePath ?? findFirefox()
  if (!program) throw new Error('There is no Firefox. Install firefox-esr, or set FIREFOX_PATH.')
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-firefox-'))
  const clean = () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  let service: RunningService | undefined
  try {
    service = await launch(options, program, profile)
    const dead = new AbortController()
    service.exited.then(({ reason }) => dead.abort(new Error(reason)))
    const signal = options.signal ? AbortSignal.any([dead.signal, options.signal]) : dead.signal
    const { timeout = 120_000 } = options
    const address = await poll(() => readAddress(profile), {
      name: 'Firefox',
      timeout,
      interval: 100,
      signal,
    })
    const connection = await connectBidi(address, { signal, timeout })
    const errors = collectErrors(connection)
    const version = await open(connection)
    const running = service
    return {
      version,
      newPage: () => newPage(connection),
      errors: () => [...errors],
      async stop() {
        await connection.send('browser.close', {}, 5_000).catch(() => undefined)
        connection.close()
        await running.stop()
        clean()
      },
    }
  } catch (error) {
    const tail = service?.tail() ?? ''
    await service?.stop()
    clean()
    throw new Error(
      `Firefox did not start: ${error instanceof Error ? error.message : error}\n${tail}`.trim(),
      {
        cause: error,
      },
    )
  }
}
