import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopWithProcess } from './stopWithProcess.ts'

export type ServiceOptions = {
  /** Names the service in errors. */
  name: string
  command: string
  args?: readonly string[]
  /** Added to the environment of this process; `undefined` removes a variable. */
  env?: Readonly<Record<string, string | undefined>>
  cwd?: string
  /** Output is appended here. Without it output is dropped. */
  logFile?: string
  /** Runs as another user (root only). */
  uid?: number
  gid?: number
  /** What asks the service to stop. Default SIGTERM. */
  stopSignal?: NodeJS.Signals
}

export type ServiceExit = { code: number | null; signal: NodeJS.Signals | null; reason: string }

export type RunningService = {
  readonly name: string
  readonly pid: number
  /** Settles once, when the process has ended; never rejects. */
  readonly exited: Promise<ServiceExit>
  isRunning: () => boolean
  /** Sends a signal to the whole process group. */
  kill: (signal?: NodeJS.Signals) => void
  /** Asks to stop, waits, then kills the group. Milliseconds; default 5 000. */
  stop: (timeout?: number) => Promise<ServiceExit>
  /** The last lines of the log file. */
  tail: (lines?: number) => string
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended already.
  }
}

function readTail(logFile: string | undefined, lines: number): string {
  if (!logFile) return ''
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}

function launch(options: ServiceOptions) {
  if (options.logFile) mkdirSync(dirname(options.logFile), { recursive: true })
  const log = options.logFile ? openSync(options.logFile, 'a') : undefined
  try {
    return spawn(options.command, [...(options.args ?? [])], {
      // A group of its own, so that grandchildren end with it. No pipe: a child that outlived us would keep it open.
      detached: true,
      stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
      env: { ...process.env, ...options.env },
      ...(options.cwd ? { cwd: options.cwd } : {}),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    })
  } finally {
    if (log !== undefined) closeSync(log)
  }
}

/** The running program; `onPid` hears of it before anything else can happen. */
async function start(options: ServiceOptions, onPid: (pid: number) => void) {
  const child = launch(options)
  const { pid } = child
  if (pid !== undefined) onPid(pid)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(new Error(`${options.name} could not be started: ${cause.message}`, { cause })),
    )
  })
  if (pid === undefined) throw new Error(`${options.name} could not be started.`)
  return Object.assign(child, { pid })
}

/**
 * Starts a program in a process group of its own and ends the whole group when asked, and when this process
 * exits or is told to by SIGINT, SIGTERM or SIGHUP.
 *
 * @throws Error when the program cannot be started
 * @example
 * const service = await spawnService({ name: 'chain', command: 'anvil', args: ['--silent'], logFile: '/tmp/anvil.log' })
 * await service.stop()
 */
export async function spawnService(options: ServiceOptions): Promise<RunningService> {
  const { name, logFile, stopSignal = 'SIGTERM' } = options
  let started: number | undefined
  let running = true
  const tell = (signal: NodeJS.Signals) => {
    if (running && started !== undefined) signalGroup(started, signal)
  }
  // Before the launch: a signal that came in between would leave the child behind.
  const release = stopWithProcess(
    () => tell(stopSignal),
    () => tell('SIGKILL'),
  )
  const child = await start(options, (pid) => {
    started = pid
  }).catch((error: unknown) => {
    release()
    throw error
  })
  const { pid } = child
  const exited = new Promise<ServiceExit>((resolve) => {
    child.once('exit', (code, signal) => {
      running = false
      release()
      // What the leader left behind must not outlive it.
      signalGroup(pid, 'SIGKILL')
      resolve({ code, signal, reason: `${name} ended ${signal ? `by ${signal}` : `with code ${code}`}` })
    })
  })

  const kill = (signal: NodeJS.Signals = 'SIGKILL') => tell(signal)
  return {
    name,
    pid,
    exited,
    isRunning: () => running,
    kill,
    async stop(timeout = 5_000) {
      kill(stopSignal)
      const settled = new AbortController()
      const late = delay(timeout, undefined, { signal: settled.signal }).then(
        () => kill('SIGKILL'),
        () => undefined,
      )
      const exit = await exited
      settled.abort()
      await late
      return exit
    },
    tail: (lines = 15) => readTail(logFile, lines),
  }
}
