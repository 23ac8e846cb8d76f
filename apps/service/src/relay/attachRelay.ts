import type { Server } from 'node:http'
import {
  type CountAll,
  comparableUrl,
  createRelay,
  type Relay,
  type RelayCaller,
  type RelayEvent,
  type Verdict,
} from '@latchkey/relay'
import { allowsOrigin, type ProjectDirectory } from '../config/projects.ts'
import type { RelayConfig } from '../config/ServiceConfig.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { addressBehindProxies, addressBlock } from '../http/clientAddress.ts'
import { describeError } from '../observability/createLogger.ts'
import type { Metrics } from '../observability/createMetrics.ts'
import { createDatabaseMailbox } from './databaseMailbox.ts'

/** React Native says that the page is the relay itself. */
function relayOrigins(publicUrls: readonly string[]): Set<string> {
  return new Set(
    publicUrls.flatMap((url) => {
      const comparable = comparableUrl(url)
      return comparable ? [new URL(comparable.replace(/^ws/, 'http')).origin] : []
    }),
  )
}

/**
 * Decides who may use the relay: a page or a program needs the id of a project, unless wallets of others are let in.
 *
 * @param known whether a project of that id is configured, enabled or not
 * @param admitGuest counts a page whose origin is not on the project's list; false when there were too many
 */
export function createRelayPolicy(
  { publicUrls, wallets }: RelayConfig,
  projects: ProjectDirectory,
  known: (projectId: string) => boolean,
  admitGuest: (projectId: string) => Promise<boolean>,
): (caller: RelayCaller) => Promise<Verdict> {
  const ours = relayOrigins(publicUrls)
  return async ({ projectId, origin }) => {
    if (!known(projectId)) return wallets === 'any'
    const project = await projects.find(projectId)
    if (!project) return false
    if (origin === undefined || ours.has(origin) || allowsOrigin(project, origin)) return true
    return origin !== 'null' && (await admitGuest(projectId)) && 'guest'
  }
}

function countEvent(
  { relaySockets, relayEvents, relayCalls, relayRefusals }: Metrics,
  event: RelayEvent,
): void {
  if (event.type === 'call') relayCalls.inc({ method: event.method, outcome: event.outcome })
  else if (event.type === 'refused') relayRefusals.inc({ status: String(event.status) })
  else relayEvents.inc({ event: event.type })
  if (event.type === 'opened') relaySockets.inc()
  if (event.type === 'closed') relaySockets.dec()
}

/** Callers of the relay are counted in the database, so that a second process is no second allowance. */
export const countCallers =
  ({ take }: Pick<ServiceContext, 'take'>): CountAll =>
  async (key, amount, most) =>
    (await take({ key: `relay:${key}`, limit: most, window: 60_000 }, amount)) === 0

/**
 * Serves the WalletConnect relay on a listening server, when the configuration has one.
 *
 * @returns the relay, to be closed before the server, or null
 */
export function attachRelay(
  service: ServiceContext,
  listen: OpenDatabase['listen'],
  server: Server,
): Relay | null {
  const { config, db, logger, metrics, projects } = service
  if (!config.relay) return null
  const known = new Set(config.projects.map(({ id }) => id))
  const admitGuest = async (projectId: string) => {
    const limit = service.limits.guestConnectionsPerProjectMinute
    return (await service.take({ key: `relayGuests:${projectId}`, limit, window: 60_000 })) === 0
  }
  const relay = createRelay({
    publicUrls: config.relay.publicUrls,
    isAllowed: createRelayPolicy(config.relay, projects, (id) => known.has(id), admitGuest),
    mailbox: createDatabaseMailbox({ db, listen, now: config.now }),
    now: config.now,
    countAll: countCallers(service),
    addressOf: ({ socket, headers }) => {
      const forwarded = headers['x-forwarded-for']
      const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
      return addressBlock(addressBehindProxies(socket.remoteAddress, text, config.trustedProxies))
    },
    report: (event) => countEvent(metrics, event),
    log: (what, error) => logger.error({ relay: what, ...describeError(error) }, 'relay failed'),
  })
  relay.attach(server)
  return relay
}
