import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningService, spawnService, waitForHttp } from '@latchkey/testing/node'

export type ServiceProcessOptions = {
  root: string
  /** Runs the source and starts anew when it changes. */
  dev: boolean
  env: Readonly<Record<string, string | undefined>>
  /** Address that answers 200 once the service is ready. */
  health: string
  logFile: string
  signal?: AbortSignal
}

export type ServiceProcess = {
  /** Resolves with the reason when it ends without having been asked to; never rejects. */
  failed: Promise<string>
  /** SIGKILL, as a crash would. */
  kill: () => Promise<void>
  /** Starts again, with the same environment or with changes to it. */
  restart: (changes?: Readonly<Record<string, string | undefined>>) => Promise<void>
  stop: () => Promise<void>
  /** The last lines of its log. */
  tail: (lines?: number) => string
}

function argumentsFor({ root, dev }: ServiceProcessOptions): string[] {
  if (!dev) return [join(root, 'apps', 'service', 'dist', 'main.js')]
  const documents = ['frame', 'keys'].flatMap((app) => [
    '--include',
    join(root, 'apps', app, 'dist', '*.html'),
  ])
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
  return [tsx, 'watch', '--clear-screen=false', ...documents, join(root, 'apps', 'service', 'src', 'main.ts')]
}

async function whenReady(process: RunningService, { health, signal }: ServiceProcessOptions): Promise<void> {
  const dead = new AbortController()
  process.exited.then(({ reason }) => dead.abort(new Error(`${reason}\n${process.tail()}`.trim())))
  const signals = signal ? AbortSignal.any([dead.signal, signal]) : dead.signal
  try {
    await waitForHttp(health, { timeout: 120_000, signal: signals })
  } catch (error) {
    const tail = process.tail()
    await process.stop()
    if (dead.signal.aborted || signal?.aborted || !(error instanceof Error)) throw error
    throw new Error(`The service is not ready: ${error.message}\n${tail}`.trim(), { cause: error })
  }
}

/**
 * Starts the service as a process of its own and waits until it is healthy.
 *
 * @throws Error with the end of its log when it is not
 */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const args = argumentsFor(options)
  const program = args.at(-1) ?? ''
  if (!existsSync(program)) throw new Error(`${program} does not exist. Run npm run build.`)
  let report: (reason: string) => void = () => undefined
  const failed = new Promise<string>((resolve) => {
    report = resolve
  })
  let expectedEnd: RunningService | undefined

  const launch = async (changes: ServiceProcessOptions['env'] = {}) => {
    const child = await spawnService({
      name: 'The service',
      command: process.execPath,
      args,
      cwd: options.root,
      env: { ...options.env, ...changes },
      logFile: options.logFile,
    })
    await whenReady(child, options)
    child.exited.then(({ reason }) => {
      if (expectedEnd !== child) report(`${reason}\n${child.tail()}`.trim())
    })
    return child
  }
  let running = await launch()
  const end = async (how: (child: RunningService) => unknown) => {
    expectedEnd = running
    await how(running)
    await running.exited
  }
  return {
    failed,
    kill: () => end((child) => child.kill('SIGKILL')),
    async restart(changes) {
      await end((child) => child.stop())
      running = await launch(changes)
    },
    stop: () => end((child) => child.stop(10_000)),
    tail: (lines) => running.tail(lines),
  }
}
