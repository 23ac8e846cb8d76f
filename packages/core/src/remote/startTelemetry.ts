import type { Config } from '../createConfig.ts'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './createTelemetry.ts'
import { watchTelemetry } from './watchTelemetry.ts'

export type WatchedTelemetry = Telemetry & { stop(): void }

/** Makes the telemetry of a page that turned analytics on, and watches the config's stores for it. */
export function startTelemetry(
  config: Config,
  options: Omit<TelemetryOptions, 'analytics'> = {},
): WatchedTelemetry {
  const telemetry = createTelemetry(config, { ...options, analytics: config.options.analytics === true })
  return { ...telemetry, stop: watchTelemetry(config, telemetry) }
}
