import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from './createService.ts'
import { describeError } from './observability/describeError.ts'
import { serveHttp } from './serveHttp.ts'

const MAIL_INTERVAL = 2_000
const SWEEP_INTERVAL = 60_000

/** How long the parts of a stop take at most, in ms. Together they stay below ten seconds. */
export type StopTimes = {
  /** Connections are still taken, so that a balancer sees `/ready` go off before they are refused. */
  notice: number
  /** What is under way may end by itself. */
  drain: number
  /** Mail that is being handed over, tasks and the database. */
  close: number
}
const STOP_TIMES: StopTimes = { notice: 2_500, drain: 3_600, close: 3_200 }

export type RunningService = {
  /** Where it listens. */
  port: number
  /**
   * Lets what is under way end, then closes everything. Settles within the times, whatever hangs.
   *
   * @param hurry once it aborts, nobody is given notice
   */
  stop(hurry?: AbortSignal): Promise<void>
}

/** Runs a task again and again, one run at a time, without keeping the process alive. Returns what ends it. */
function repeat(
  { logger, metrics }: Service,
  name: string,
  interval: number,
  task: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= task()
      .catch((error: unknown) => {
        metrics.failedTasks.inc({ task: name })
        logger.error({ task: name, ...describeError(error) }, 'task failed')
      })
      .finally(() => {
        running = null
      })
  }, interval)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Whether the work ended in time. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController()
  const late = delay(milliseconds, false, { signal: settled.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true), late])
  settled.abort()
  return isDone
}

/**
 * Listens, delivers queued mail and sweeps until it is stopped.
 *
 * @param place where to listen; port 0 takes any
 * @throws the server's error when it cannot listen there
 */
export async function runService(
  service: Service,
  { host, port }: { host: string; port: number },
  times: StopTimes = STOP_TIMES,
): Promise<RunningService> {
  const { logger } = service
  const http = serveHttp(service.app)
  const { server } = http
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', (error) => logger.error(describeError(error), 'server failed'))
  const relay = service.attachRelay(server)
  const ends = [
    repeat(service, 'mail', MAIL_INTERVAL, service.deliverMail),
    repeat(service, 'sweep', SWEEP_INTERVAL, service.sweep),
    repeat(service, 'settle', SWEEP_INTERVAL, service.settle),
  ]
  const { port: actual } = server.address() as AddressInfo
  logger.info({ host, port: actual }, 'listening')

  async function stop(hurry?: AbortSignal): Promise<void> {
    const tasks = Promise.all(ends.map((end) => end()))
    const isWatched = service.leave()
    http.endConnections()
    logger.info({ isWatched }, 'stopping')
    if (isWatched) await delay(times.notice, undefined, hurry ? { signal: hurry } : {}).catch(() => undefined)
    service.endWaits()
    const drained = Promise.all([http.close(), relay?.close()])
    if (!(await within(times.drain, drained))) {
      logger.warn({}, 'what was under way is cut off')
      server.closeAllConnections()
    }
    if (!(await within(times.close, tasks.then(service.close))))
      logger.warn({}, 'the database or a task did not end in time')
    logger.info({}, 'stopped')
  }
  let stopping: Promise<void> | null = null
  return {
    port: actual,
    stop(hurry) {
      stopping ??= stop(hurry)
      return stopping
    },
  }
}
