import {
  accountOf,
  activeNamespace,
  addressFacts,
  connectorOf,
  findConnector,
  findNetwork,
  networkIdOf,
  patchAccount,
  resetAccount,
} from '../account/accounts.ts'
import { ConnectionDeclinedError, ConnectorNotFoundError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type {
  Account,
  CaipNetworkId,
  ChainNamespace,
  Connector,
  ConnectResult,
} from '../interfaces/Connector.ts'
import { caipAddressOf, parseCaipNetworkId } from '../network/parseCaip.ts'
import { readConnections } from '../storage/storedConnections.ts'
import {
  type RecentWallet,
  readConnectedSocial,
  rememberWallet,
  STORAGE_KEYS,
  writeConnection,
} from '../storage/storedState.ts'

type Attempt = {
  /** Aborts with the caller's own signal, with the config, and when a newer attempt or a disconnect takes over. */
  signal: AbortSignal
  /** @throws ConnectionDeclinedError when something else has taken over meanwhile */
  assertCurrent(): void
  /** False once a newer attempt is under way: the status is that one's then. */
  ownsStatus(): boolean
  end(): void
}

/** One attempt to connect a namespace. An answer that comes after a disconnect must not connect again. */
export function beginAttempt(config: Config, namespace: ChainNamespace, signal?: AbortSignal): Attempt {
  const { attempts } = config.runtime
  endAttempt(config, namespace)
  const controller = new AbortController()
  attempts.set(namespace, controller)
  setLoading(config, namespace, true)
  const follow = () => controller.abort()
  const sources = [config.runtime.signal, ...(signal ? [signal] : [])]
  for (const source of sources) {
    if (source.aborted) follow()
    source.addEventListener('abort', follow)
  }
  return {
    signal: controller.signal,
    assertCurrent() {
      if (controller.signal.aborted) throw new ConnectionDeclinedError()
    },
    ownsStatus: () => (attempts.get(namespace) ?? controller) === controller,
    end() {
      for (const source of sources) source.removeEventListener('abort', follow)
      if (attempts.get(namespace) !== controller) return
      attempts.delete(namespace)
      setLoading(config, namespace, false)
    },
  }
}

/** Ends whatever attempt is under way. */
export function endAttempt(config: Config, namespace: ChainNamespace): void {
  config.runtime.attempts.get(namespace)?.abort()
  if (config.runtime.attempts.delete(namespace)) setLoading(config, namespace, false)
}

/** Spec 4: a flag for each namespace, and one that says whether any of them is set. */
function setLoading({ modal }: Config, namespace: ChainNamespace, isLoading: boolean): void {
  const { [namespace]: _, ...others } = modal.getState().loadingByNamespace
  const loadingByNamespace = isLoading ? { ...others, [namespace]: true } : others
  modal.setState({ loadingByNamespace, loading: Object.keys(loadingByNamespace).length > 0 })
}

/** Writes what a connector answered into the stores and the storage, a namespace at a time. */
export function finishConnection(
  config: Config,
  connector: Connector,
  result: ConnectResult,
  options: { wallet?: RecentWallet | undefined; restored?: boolean } = {},
): void {
  const { namespace: main } = parseCaipNetworkId(result.caipNetworkId)
  const accountsOf = grouped(result)
  if (!accountsOf.has(main)) return
  // What is restored, or told by a wallet in the background, takes no namespace from another wallet, nor the page to another one.
  // What the visitor has just connected takes the one that it is for.
  for (const namespace of [...accountsOf.keys()]) {
    const isTaken = options.restored
      ? isOfAnother(config, connector, namespace)
      : namespace !== main && (connectorOf(config, namespace) ?? connector) !== connector
    if (isTaken) accountsOf.delete(namespace)
  }
  const activates = !options.restored || (accountsOf.has(main) && activeNamespace(config) === main)
  // Told only where it is news: the page looks at what it lists with each.
  if (activates && config.networks.getState().activeId !== result.caipNetworkId)
    config.networks.setState({ activeId: result.caipNetworkId })
  for (const [namespace, accounts] of accountsOf) {
    const caipNetworkId =
      namespace === main ? result.caipNetworkId : networkOf(config, connector, result, namespace)
    if (caipNetworkId) write(config, connector, result, { namespace, accounts, caipNetworkId })
  }
  if (!options.restored && connector.sharesSession) forgetOthers(config, connector, result)
  const wallet = options.wallet ?? recentOf(connector)
  if (!options.restored && wallet) rememberWallet(config.storage, wallet)
  if (activates) config.storage.set(STORAGE_KEYS.lastUsedChain, result.caipNetworkId)
}

/** A new session takes the place of the one before: where that one had accounts and this one has none, nobody is connected. */
function forgetOthers(config: Config, { id, namespaces }: Connector, { accounts }: ConnectResult): void {
  for (const namespace of namespaces) {
    const isGone = !accounts.some((account) => account.namespace === namespace)
    if (!isGone || accountOf(config.accounts, namespace).connectorId !== id) continue
    writeConnection(config.storage, namespace, undefined)
    resetAccount(config.accounts, namespace)
  }
}

/**
 * What a connector is remembered as. A pairing that no wallet was chosen for says nothing of which wallet it was, and what
 * one signs in with is in no list of wallets.
 */
const recentOf = ({ id, rdns, type, email }: Connector): RecentWallet | undefined =>
  type === 'WALLET_CONNECT' || email ? undefined : { id, ...(rdns ? { rdns } : {}) }

function grouped({ accounts }: ConnectResult): Map<ChainNamespace, Account[]> {
  const groups = new Map<ChainNamespace, Account[]>()
  for (const account of accounts)
    groups.set(account.namespace, [...(groups.get(account.namespace) ?? []), account])
  return groups
}

/** Whether another wallet is connected in a namespace, is being restored there, or was connected by another tab. */
export function isOfAnother(config: Config, { id }: Connector, namespace: ChainNamespace): boolean {
  const { connectorId = readConnections(config.storage)[namespace]?.connectorId } = accountOf(
    config.accounts,
    namespace,
  )
  return connectorId !== undefined && connectorId !== id
}

/** As the wallet says; else where the visitor was with it, as far as the page lists that; else the first that it lists. */
function networkOf(
  config: Config,
  { id }: Connector,
  result: ConnectResult,
  namespace: ChainNamespace,
): CaipNetworkId | undefined {
  const { networks } = config.networks.getState()
  const stored = readConnections(config.storage)[namespace]
  const before = stored?.connectorId === id ? findNetwork({ networks }, stored.caipNetworkId) : undefined
  return (
    result.networkOf?.[namespace] ??
    (before ?? networks.find(({ chainNamespace }) => chainNamespace === namespace))?.caipNetworkId
  )
}

function write(
  config: Config,
  connector: Connector,
  result: ConnectResult,
  part: { namespace: ChainNamespace; accounts: readonly Account[]; caipNetworkId: CaipNetworkId },
): void {
  const { namespace, accounts, caipNetworkId } = part
  const main = accounts.find((account) => account.type === result.preferredAccountType) ?? accounts[0]
  if (!main) return
  const caipAddress = caipAddressOf(caipNetworkId, main.address)
  const isSame = accountOf(config.accounts, namespace).caipAddress === caipAddress
  const { name = connector.name, icon = connector.icon } = result.wallet ?? {}
  patchAccount(config.accounts, namespace, {
    status: 'connected',
    address: main.address,
    caipAddress,
    allAccounts: accounts,
    connectorId: connector.id,
    connectedWalletInfo: { name, type: connector.type, ...(icon ? { icon } : {}) },
    user: result.user,
    socialProvider: connector.identity ? readConnectedSocial(config.storage) : undefined,
    preferredAccountType: result.preferredAccountType && main.type,
    smartAccountDeployed: result.smartAccountDeployed,
    ...(isSame ? {} : addressFacts),
  })
  writeConnection(config.storage, namespace, { connectorId: connector.id, caipNetworkId })
}

export type ConnectParameters = {
  connectorId: string
  /** Default: the active one if the connector serves it, else the connector's first. */
  namespace?: ChainNamespace
  /** The wallet that was chosen, when the connector is a way to many; it is remembered as recent. */
  wallet?: RecentWallet
  signal?: AbortSignal
  /** How the connector is asked; default: its own `connect`. */
  ask?: Connector['connect']
}

/**
 * Connects with one connector. A second call takes over from the first.
 *
 * @throws ConnectorNotFoundError, ConnectionDeclinedError when aborted or disconnected meanwhile, or what the
 * connector rejects with; the status is back where it was then
 */
export async function connect(config: Config, parameters: ConnectParameters): Promise<void> {
  const connector = findConnector(config.connectors, parameters.connectorId)
  if (!connector) throw new ConnectorNotFoundError()
  const namespace = parameters.namespace ?? namespaceFor(config, connector)
  const attempt = beginAttempt(config, namespace, parameters.signal)
  if (accountOf(config.accounts, namespace).status === 'disconnected')
    patchAccount(config.accounts, namespace, { status: 'connecting' })
  try {
    attempt.assertCurrent()
    const caipNetworkId = networkIdOf(config, namespace)
    const target = { ...(caipNetworkId ? { caipNetworkId } : {}), signal: attempt.signal }
    const asked = parameters.ask ? parameters.ask(target) : connector.connect(target)
    const result = await unlessAborted(asked, attempt.signal)
    attempt.assertCurrent()
    finishConnection(config, connector, result, { wallet: parameters.wallet })
  } finally {
    // It failed, or the wallet has accounts of another namespace alone.
    if (attempt.ownsStatus() && accountOf(config.accounts, namespace).status === 'connecting')
      resetAccount(config.accounts, namespace)
    attempt.end()
  }
}

/** A wallet that does not hear that it was given up must not hold the page. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new ConnectionDeclinedError())
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function namespaceFor(config: Config, { namespaces }: Connector): ChainNamespace {
  const active = activeNamespace(config)
  return namespaces.includes(active) ? active : (namespaces[0] ?? active)
}
