import { EnvironmentError, readEnvironment } from './config/readEnvironment.ts'
import { createService } from './createService.ts'
import { runService } from './runService.ts'

/** Whatever hangs, the process is gone by then, in ms after the signal. */
const LAST_MOMENT = 9_500

async function run(): Promise<void> {
  const { host, port, config } = readEnvironment(process.env)
  const service = await createService(config)
  service.metrics.collectProcess()
  const running = await runService(service, { host, port }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvironmentError(`The service cannot listen on ${host}:${port}: ${reason}`)
  })
  const shutDown = (hurry?: AbortSignal) => {
    setTimeout(() => process.exit(1), LAST_MOMENT).unref()
    running.stop(hurry).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // Once: a second signal ends the process at once.
  process.once('SIGTERM', () => shutDown())
  // Somebody at a terminal, and no balancer.
  process.once('SIGINT', () => shutDown(AbortSignal.abort()))
}

run().catch((error: unknown) => {
  const sentence =
    error instanceof EnvironmentError ? error.message : `The service cannot start: ${String(error)}`
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
})
