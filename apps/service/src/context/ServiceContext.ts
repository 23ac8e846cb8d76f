import { setMaxListeners } from 'node:events'
import type { Chain } from '../config/chains.ts'
import type { Limits } from '../config/Limits.ts'
import type { ProjectDirectory } from '../config/projects.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import type { Channel } from '../crypto/channel.ts'
import type { EnvelopeKey } from '../crypto/envelope.ts'
import type { HashKeys } from '../crypto/serviceKeys.ts'
import type { LeasedLimiter } from '../db/counters.ts'
import type { Database, OpenDatabase } from '../db/Database.ts'
import type { Directory } from '../directory/walletDirectory.ts'
import type { MailHealth, SendMail } from '../mail/mailServer.ts'
import type { Logger } from '../observability/createLogger.ts'
import type { Metrics, RouteLabels } from '../observability/createMetrics.ts'
import type { RecoveryModule } from '../recovery/RecoveryModule.ts'

/** Who has asked for readiness this lately asks again, in ms. */
const WATCHED = 30_000

/** From the start of one process to its end. */
type Lifecycle = {
  /** Whether new calls are welcome; remembers that somebody asked. */
  isReady(): boolean
  /** Turns readiness off. Returns whether somebody watches it. */
  leave(): boolean
  /** Aborted when answers that wait are to leave as they are. */
  readonly stopping: AbortSignal
  endWaits(): void
  /** Keeps work that goes on after its answer has left. Returns it. */
  inBackground<Result>(work: Promise<Result>): Promise<Result>
  /** Settles when no such work is left. */
  settled(): Promise<void>
}

export function createLifecycle(): Lifecycle {
  const stop = new AbortController()
  // One a call that is under way.
  setMaxListeners(0, stop.signal)
  const work = new Set<Promise<unknown>>()
  let isLeaving = false
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    isReady() {
      askedAt = performance.now()
      return !isLeaving
    },
    leave() {
      isLeaving = true
      return performance.now() - askedAt < WATCHED
    },
    stopping: stop.signal,
    endWaits: () => stop.abort(),
    inBackground(started) {
      const kept = started.catch(() => undefined).finally(() => work.delete(kept))
      work.add(kept)
      return started
    },
    async settled() {
      while (work.size) await Promise.all(work)
    },
  }
}

/**
 * A signal for one call: aborted when its caller has gone, or the process stops.
 *
 * @returns the signal, and what lets go of it once the call is answered
 */
export function signalOfCall(caller: AbortSignal, stopping: AbortSignal): [AbortSignal, () => void] {
  const ended = new AbortController()
  const end = () => ended.abort()
  for (const signal of [caller, stopping]) {
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  }
  return [
    ended.signal,
    () => {
      for (const signal of [caller, stopping]) signal.removeEventListener('abort', end)
    },
  ]
}

/** What every part of the service is handed as its first argument. */
export type ServiceContext = {
  config: ServiceConfig
  limits: Limits
  db: Database
  ping: () => Promise<void>
  /** Connections of the pool; null: the database has none. */
  poolStats: OpenDatabase['poolStats']
  projects: ProjectDirectory
  chains: ReadonlyMap<string, Chain>
  hashKeys: HashKeys
  /** Seals addresses, mail and device shares. */
  recordKey: EnvelopeKey
  /** Seals recovery shares. */
  recoveryShareKey: EnvelopeKey
  channel: Channel
  recovery: RecoveryModule
  take: LeasedLimiter
  sendMail: SendMail | null
  mailHealth: () => Promise<MailHealth>
  lifecycle: Lifecycle
  logger: Logger
  metrics: Metrics
  routeLabels: RouteLabels
  /** Wallets and pictures, read once at the start. */
  directory: Directory
}
