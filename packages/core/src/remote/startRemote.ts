import type { EventProperties, TrackedEvent } from '@latchkey/protocol/http'
import type { Config, Features } from '../interfaces/Config.ts'
import { checkOrigin } from './checkOrigin.ts'
import { fetchProjectConfig } from './fetchProjectConfig.ts'
import type { WatchedTelemetry } from './watchTelemetry.ts'

export type Remote = {
  /** What the page offers, once the service has said so or did not answer. Never rejects. */
  features: Promise<Features>
  /** Counts what no store tells, such as a search. Does nothing unless the page turned analytics on. */
  track(event: TrackedEvent, properties?: EventProperties): void
  stop(): void
}

/**
 * Everything that a page asks its service when the modal opens first: the project's features, whether the page may use
 * it, and, only if the page turned analytics on, whether events are taken; only then the code for events is loaded.
 * Nothing of it holds the modal up. Call it once for a config.
 *
 * @example
 * const remote = startRemote(config)
 * void remote.features.then((features) => config.features.setState(features))
 */
export function startRemote(config: Config): Remote {
  const features = fetchProjectConfig(config)
  void features.then((merged) => checkOrigin(config, merged))
  const telemetry = config.options.analytics === true ? loadTelemetry(config) : undefined
  let isStopped = false
  return {
    features,
    track(event, properties) {
      void telemetry?.then((loaded) => isStopped || loaded?.track(event, properties))
    },
    stop() {
      isStopped = true
      void telemetry?.then((loaded) => loaded?.stop())
    },
  }
}

/** Without its code no event goes out; that is all. */
const loadTelemetry = (config: Config): Promise<WatchedTelemetry | undefined> =>
  import('./watchTelemetry.ts').then(
    ({ startTelemetry }) => startTelemetry(config),
    () => undefined,
  )
