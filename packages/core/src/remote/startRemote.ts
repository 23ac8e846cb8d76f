import type { EventProperties, TrackedEvent } from '@latchkey/protocol/http'
import { activeAccount } from '../account/accounts.ts'
import type { Config, Features } from '../interfaces/Config.ts'
import { checkOrigin } from './checkOrigin.ts'
import { fetchProjectConfig } from './fetchProjectConfig.ts'
import { withoutGone } from './knownFeatures.ts'
import type { WatchedTelemetry } from './watchTelemetry.ts'

export type Remote = {
  /** Counts what no store tells, such as a search. Does nothing unless the page turned analytics on. */
  track(event: TrackedEvent, properties?: EventProperties): void
  stop(): void
}

/**
 * Everything that a page asks its service when the modal opens first: the project's features, whether the page may use
 * it, and, only if the page turned analytics on, whether events are taken; only then the code for events is loaded.
 * Nothing of it holds the modal up, and what is on the screen then only loses what must go. Call it once for a config.
 *
 * @example
 * const { track, stop } = startRemote(config)
 */
export function startRemote(config: Config): Remote {
  let isStopped = false
  let unfollow = () => {}
  void fetchProjectConfig(config).then((features) => {
    if (!isStopped) unfollow = setFeatures(config, features)
    void checkOrigin(config, features)
  })
  const telemetry = config.options.analytics === true ? loadTelemetry(config) : undefined
  return {
    track(event, properties) {
      void telemetry?.then((loaded) => isStopped || loaded?.track(event, properties))
    },
    stop() {
      isStopped = true
      unfollow()
      void telemetry?.then((loaded) => loaded?.stop())
    },
  }
}

/**
 * Sets what the page offers. While ways to connect are on the screen, only what must go goes: nothing may move under a
 * finger. The rest is set when the modal has closed or somebody has connected. Returns how to stop.
 */
function setFeatures(config: Config, features: Features): () => void {
  const stops: (() => void)[] = []
  const stop = () => {
    for (const end of stops.splice(0)) end()
  }
  const set = () => {
    stop()
    config.features.setState(features)
  }
  const isOffering = () =>
    config.modal.getState().open &&
    !config.runtime.drawsConnect &&
    activeAccount(config).address === undefined
  if (!isOffering()) {
    set()
    return stop
  }
  config.features.setState((shown) => withoutGone(shown, features))
  for (const slice of [config.modal, config.accounts])
    stops.push(slice.subscribe(() => void (isOffering() || set())))
  return stop
}

/** Without its code no event goes out; that is all. */
const loadTelemetry = (config: Config): Promise<WatchedTelemetry | undefined> =>
  import('./watchTelemetry.ts').then(
    ({ startTelemetry }) => startTelemetry(config),
    () => undefined,
  )
