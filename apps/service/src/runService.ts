import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Relay } from '@latchkey/relay'
import type { Hono } from 'hono'
import { describeError, type Logger } from './observability/createLogger.ts'
import type { Metrics } from './observability/createMetrics.ts'
import { serveHttp } from './serveHttp.ts'
import type { Subscriptions } from './subscriptions/attachSubscriptions.ts'

export type Service = {
  /** Answers for all three hosts; `app.request('http://api…')` works without a socket. */
  app: Hono
  logger: Logger
  metrics: Metrics
  /** Deletes what has expired, and fills in what earlier versions did not write. */
  sweep(): Promise<void>
  /** Asks networks what ended sponsorships have cost. It may wait for their bundlers, so it runs apart from `sweep`. */
  settle(): Promise<void>
  /** Reads new blocks for the transactions of the service's own accounts. */
  followChains(): Promise<void>
  /** Delivers queued mail that is due. */
  deliverMail(): Promise<void>
  /** Serves the WalletConnect relay on a server, if there is one. It is closed before the server and the database. */
  attachRelay(server: Server): Relay | null
  /** Serves subscriptions to networks on a server. Closed as the relay is. */
  attachSubscriptions(server: Server): Subscriptions
  /** Turns `/ready` off. Returns whether somebody watches it. */
  leave(): boolean
  /** Answers that wait for somebody leave as they are. */
  endWaits(): void
  /** Waits for mail that is being handed over, then closes what was opened here: mail server and database. */
  close(): Promise<void>
}

const MAIL_INTERVAL = 2_000
const SWEEP_INTERVAL = 60_000
const HISTORY_INTERVAL = 4_000

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
  const subscriptions = service.attachSubscriptions(server)
  const ends = [
    repeat(service, 'mail', MAIL_INTERVAL, service.deliverMail),
    repeat(service, 'sweep', SWEEP_INTERVAL, service.sweep),
    repeat(service, 'settle', SWEEP_INTERVAL, service.settle),
    repeat(service, 'history', HISTORY_INTERVAL, service.followChains),
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
    const drained = Promise.all([http.close(), relay?.close(), subscriptions.close()])
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
