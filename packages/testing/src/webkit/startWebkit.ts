import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrivenPage } from '../driven/DrivenPage.ts'
import { freePort } from '../node/freePort.ts'
import { poll } from '../node/poll.ts'
import { type RunningService, spawnService } from '../node/spawnService.ts'
import { callWebdriver, openSession, webkitPage } from './WebkitPage.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'

export type WebkitOptions = {
  /** Default: `findWebkit()`. */
  executablePath?: string
  /** Milliseconds until it must listen. Default 60 000. */
  timeout?: number
}

export type Webkit = {
  /** The page of a browser with cookies and storage of its own. The driver has one at a time: close the one before. */
  newPage: () => Promise<DrivenPage>
  stop: () => Promise<void>
}

/**
 * Finds the driver of WebKitGTK, and a screen without a display to draw on: Debian's webkit2gtk-driver and xvfb.
 * WEBKIT_DRIVER_PATH names another driver.
 *
 * @throws Error when WEBKIT_DRIVER_PATH names a file that does not exist
 * @example
 * test.skip(findWebkit() === undefined, 'There is no WebKit here.')
 */
export function findWebkit(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const wanted = environment.WEBKIT_DRIVER_PATH
  if (wanted && !existsSync(wanted))
    throw new Error(`WEBKIT_DRIVER_PATH names a file that does not exist: ${wanted}`)
  const driver = wanted || DRIVER
  return existsSync(driver) && existsSync(SCREEN) ? driver : undefined
}

/** Starts a screen that nobody sees. It chooses its number and says it on its output. */
async function startScreen(profile: string, timeout: number) {
  const logFile = join(profile, 'screen.log')
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const service = await spawnService({ name: 'Xvfb', command: SCREEN, args, logFile })
  const readNumber = async () => {
    const number = /^\d+$/m.exec(await readFile(logFile, 'utf8'))?.[0]
    if (number === undefined) throw new Error('it has said no number')
    return `:${number}`
  }
  try {
    return { service, display: await poll(readNumber, { name: 'Xvfb', timeout, interval: 50 }) }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/**
 * Starts WebKitGTK's MiniBrowser on a screen that nobody sees, and drives it by W3C WebDriver.
 *
 * @throws Error when there is no WebKit, or it does not listen in time
 * @example
 * const webkit = await startWebkit()
 * const page = await webkit.newPage()
 * await page.goto('http://app.localhost:5173')
 * await webkit.stop()
 */
export async function startWebkit(options: WebkitOptions = {}): Promise<Webkit> {
  const { executablePath = findWebkit(), timeout = 60_000 } = options
  if (!executablePath)
    throw new Error('There is no WebKit. Install webkit2gtk-driver and xvfb, or set WEBKIT_DRIVER_PATH.')
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-webkit-'))
  const running: RunningService[] = []
  let endPage: (() => Promise<void>) | undefined
  const stop = async () => {
    await endPage?.().catch(() => undefined)
    for (const service of running.toReversed()) await service.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const screen = await startScreen(profile, timeout)
    running.push(screen.service)
    const port = await freePort()
    const driver = await spawnService({
      name: 'WebKitWebDriver',
      command: executablePath,
      args: [`--port=${port}`, '--host=127.0.0.1'],
      env: {
        // Nothing of this user's own browser is read or written.
        HOME: profile,
        DISPLAY: screen.display,
        WAYLAND_DISPLAY: undefined,
        GDK_BACKEND: 'x11',
        // Without a graphics card, its compositor draws every frame with OpenGL on the processor: three times the work.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
      logFile: join(profile, 'output.log'),
    })
    running.push(driver)
    const base = `http://127.0.0.1:${port}`
    const dead = new AbortController()
    driver.exited.then(({ reason }) => dead.abort(new Error(reason)))
    const { signal } = dead
    await poll(() => callWebdriver(base, 'GET', '/status'), { name: 'WebKit', timeout, interval: 50, signal })
    return {
      async newPage() {
        const session = await openSession(base)
        const handle = String(await session.send('GET', '/window'))
        const end = async () => {
          endPage = undefined
          await session.send('DELETE', '')
        }
        endPage = end
        return webkitPage(session, handle, end)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw new Error(`WebKit did not start: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}
