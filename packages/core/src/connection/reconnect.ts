import { accountOf, findConnector, findNetwork, patchAccount, resetAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace, Connector } from '../interfaces/Connector.ts'
import { abortPendingRequests } from '../modal/open.ts'
import { isEmailLoginUsed, readConnections, type StoredConnection } from '../storage/storedConnections.ts'
import { clearLoginCache, STORAGE_KEYS, writeConnection } from '../storage/storedState.ts'
import { beginAttempt, endAttempt, finishConnection } from './connect.ts'

/**
 * Restores what storage remembers: a stored connection is `connecting` until its connector confirms it,
 * and `disconnected` when that fails (spec 4). Never rejects.
 */
export async function reconnect(config: Config): Promise<void> {
  const stored = readConnections(config.storage)
  await Promise.all(
    (Object.entries(stored) as [ChainNamespace, StoredConnection][]).map(([namespace, connection]) =>
      restore(config, namespace, connection),
    ),
  )
}

async function restore(
  config: Config,
  namespace: ChainNamespace,
  connection: StoredConnection,
): Promise<void> {
  // Somebody was faster.
  const { status } = accountOf(config.accounts, namespace)
  if (status === 'connected' || config.runtime.attempts.has(namespace)) return
  const { connectorId, caipNetworkId } = connection
  const attempt = beginAttempt(config, namespace)
  patchAccount(config.accounts, namespace, { status: 'connecting', connectorId })
  try {
    const connector =
      findConnector(config.connectors, connectorId) ?? (await lateConnector(config, connectorId))
    attempt.assertCurrent()
    const result = await connector?.reconnect({ caipNetworkId, signal: attempt.signal })
    attempt.assertCurrent()
    // Another tab may have disconnected meanwhile: that holds here too, and what it has connected is its own.
    const isStored = readConnections(config.storage)[namespace]?.connectorId === connectorId
    if (result && isStored) finishConnection(config, connector as Connector, result, { restored: true })
    // A wallet that is not there may be back at the next load: an extension that is off has signed nobody out.
    const isThere = result?.accounts.some((account) => account.namespace === namespace) ?? !connector
    if (isStored && !isThere) writeConnection(config.storage, namespace, undefined)
  } catch {
    // Unreachable is not signed out: the stored connection stays, so that the next load tries again.
  } finally {
    attempt.end()
  }
  if (attempt.ownsStatus() && accountOf(config.accounts, namespace).status === 'connecting')
    resetAccount(config.accounts, namespace)
}

/** How long a wallet of this browser may take to announce itself, ms. */
const ANNOUNCE_WAIT = 1_000

/** The connector of an id, also when its wallet announces itself a little late. */
export function lateConnector(config: Config, id: string): Promise<Connector | undefined> {
  const known = findConnector(config.connectors, id)
  if (known) return Promise.resolve(known)
  return new Promise((resolve) => {
    const settle = (connector?: Connector) => {
      clearTimeout(timer)
      stop()
      resolve(connector)
    }
    const timer = setTimeout(settle, ANNOUNCE_WAIT)
    const stop = config.connectors.subscribe(() => {
      const connector = findConnector(config.connectors, id)
      if (connector) settle(connector)
    })
    config.runtime.signal.addEventListener('abort', () => settle(), { once: true })
  })
}

/** Spec 9: how long the page waits for a connector, ms. */
const SIGN_OUT_WAIT = 3_000

/**
 * Disconnects one namespace (default: all), and every other that shares its session.
 * The page is disconnected at once; a connector that does not answer within 3 s, or fails, cannot hold it
 * ('Failed to disconnect' stays internal, spec 8). Never rejects.
 */
export async function disconnect(
  config: Config,
  parameters: { namespace?: ChainNamespace } = {},
): Promise<void> {
  abortPendingRequests(config)
  const connected = (Object.keys(config.accounts.getState().byNamespace) as ChainNamespace[]).filter(
    (namespace) => accountOf(config.accounts, namespace).status !== 'disconnected',
  )
  const chosen = parameters.namespace ? [parameters.namespace] : connected
  const connectors = config.connectors
    .getState()
    .connectors.filter(
      (connector) =>
        chosen.some((namespace) => accountOf(config.accounts, namespace).connectorId === connector.id) ||
        (!parameters.namespace && mayLinger(config, connector)),
    )
  const sharing = connected.filter((namespace) =>
    connectors.some(
      (connector) =>
        connector.sharesSession && accountOf(config.accounts, namespace).connectorId === connector.id,
    ),
  )
  // Asked before the cache is cleared: the cache tells a connector whether there is a session to end.
  const endings = connectors.map(async (connector) => connector.disconnect())
  for (const namespace of new Set([...chosen, ...sharing])) forget(config, namespace)
  if (connectors.some(({ email }) => email)) clearLoginCache(config.storage)
  if (endings.length > 0) await settledWithin(endings, SIGN_OUT_WAIT)
}

/**
 * A wallet that another one has taken the place of may have a session still, such as a sign-in by e-mail that would let whoever
 * is next at this computer in. Where it has none it does nothing.
 */
const mayLinger = ({ storage }: Config, { sharesSession, email }: Connector): boolean =>
  sharesSession === true && (email === undefined || isEmailLoginUsed(storage))

async function settledWithin(work: readonly Promise<void>[], limit: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit)
  })
  await Promise.race([Promise.allSettled(work), timeout])
  clearTimeout(timer)
}

/**
 * Clears what the page knows of one namespace: its account, its network and what storage keeps of both (spec 4).
 *
 * @param options `isKept`: what storage holds is another tab's, and stays
 */
export function forget(
  config: Config,
  namespace: ChainNamespace,
  { isKept = false }: { isKept?: boolean } = {},
): void {
  const { networks, storage, defaultNetworkId } = config
  endAttempt(config, namespace)
  if (!isKept) writeConnection(storage, namespace, undefined)
  resetAccount(config.accounts, namespace)
  const state = networks.getState()
  if (!state.activeId.startsWith(`${namespace}:`)) return
  if (!isKept) storage.remove(STORAGE_KEYS.lastUsedChain)
  // The page may have taken the one to begin with off its list.
  const { caipNetworkId: activeId = defaultNetworkId } =
    findNetwork(state, defaultNetworkId) ?? state.networks[0] ?? {}
  networks.setState({ activeId })
}
