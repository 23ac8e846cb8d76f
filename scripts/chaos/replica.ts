import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type RunningService, type ServiceExit, spawnService, waitForHttp } from '@latchkey/testing/node'

export type ReplicaOptions = {
  root: string
  name: string
  port: number
  env: Readonly<Record<string, string | undefined>>
  logFile: string
}

/** One process of the service under a supervisor: whatever ends it, it is started again. */
export type Replica = {
  readonly port: number
  /** Of the process of now. */
  readonly pid: number
  /** How processes ended that nobody asked to end. */
  readonly deaths: ServiceExit[]
  /** Sends the signal, waits for the end, and for the next process to be healthy. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ exit: ServiceExit; seconds: number }>
  stop(): Promise<void>
}

/** How long the supervisor waits before it starts a process again. */
const PAUSE = 500
const START_TIMEOUT = 120_000
/** What SIGTERM may take at the very most here; the service promises less. */
const STOP_TIMEOUT = 30_000

/** Starts one process of the built service and keeps it running. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { root, name, port, env, logFile } = options
  const deaths: ServiceExit[] = []
  let isStopped = false
  let expected: RunningService | undefined
  const start = async () => {
    const child = await spawnService({
      name,
      command: process.execPath,
      args: [join(root, 'apps', 'service', 'dist', 'main.js')],
      cwd: root,
      env: { ...env, PORT: `${port}` },
      logFile,
    })
    child.exited.then(async (exit) => {
      if (expected === child || isStopped) return
      deaths.push(exit)
      await restart()
    })
    return child
  }
  const restart = async (): Promise<void> => {
    await delay(PAUSE)
    if (!isStopped) running = await start()
  }
  let running = await start()
  const healthy = () => waitForHttp(`http://127.0.0.1:${port}/health`, { timeout: START_TIMEOUT })
  try {
    await healthy()
  } catch (error) {
    isStopped = true
    await running.stop()
    throw new Error(`${name} is not healthy.\n${running.tail()}`, { cause: error })
  }
  return {
    port,
    get pid() {
      return running.pid
    },
    deaths,
    async end(signal) {
      const child = running
      expected = child
      const began = performance.now()
      const hopeless = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
      child.kill(signal)
      const exit = await child.exited
      clearTimeout(hopeless)
      const seconds = (performance.now() - began) / 1_000
      await restart()
      await healthy()
      return { exit, seconds }
    },
    async stop() {
      isStopped = true
      await running.stop(10_000)
    },
  }
}
