import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { EnvironmentError, readEnvironment } from './config/readEnvironment.ts'
import { createService, type Service } from './createService.ts'
import { describeError } from './observability/describeError.ts'

const MAIL_INTERVAL = 2_000
const SWEEP_INTERVAL = 60_000
/** How long running requests may take to end after a signal. */
const DRAIN = 10_000

/** Runs a task again and again, one run at a time, without keeping the process alive. */
function repeat(service: Service, name: string, interval: number, task: () => Promise<void>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    task()
      .catch((error: unknown) => service.logger.error({ task: name, ...describeError(error) }, 'task failed'))
      .finally(() => {
        isRunning = false
      })
  }, interval)
  timer.unref()
  return () => clearInterval(timer)
}

async function run(): Promise<void> {
  const { host, port, config } = readEnvironment(process.env)
  const service = await createService(config)
  service.metrics.collectProcess()
  const { logger } = service
  const server = serve(
    {
      fetch: service.app.fetch,
      hostname: host,
      port,
      serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    },
    ({ port: actual }) => logger.info({ host, port: actual }, 'listening'),
  )
  server.on('error', (error) => {
    process.stderr.write(`The service cannot listen on ${host}:${port}: ${error.message}\n`)
    process.exit(1)
  })
  // serve() answers with HTTP/1.1 here, the one server that has upgrades.
  const relay = service.attachRelay(server as Server)
  const stops = [
    repeat(service, 'mail', MAIL_INTERVAL, service.deliverMail),
    repeat(service, 'sweep', SWEEP_INTERVAL, service.sweep),
  ]
  const shutDown = () => {
    for (const stop of stops) stop()
    logger.info({}, 'stopping')
    const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), DRAIN)
    late.unref()
    const relayClosed = relay?.close()
    server.close(() => {
      Promise.resolve(relayClosed)
        .then(service.close)
        .then(
          () => process.exit(0),
          () => process.exit(1),
        )
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.once('SIGTERM', shutDown)
  process.once('SIGINT', shutDown)
}

run().catch((error: unknown) => {
  const sentence =
    error instanceof EnvironmentError ? error.message : `The service cannot start: ${String(error)}`
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
})
