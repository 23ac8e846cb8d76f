import { accountOf, activeAccount, activeNamespace, findNetwork, patchAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CaipNetworkId, ChainNamespace, Connector, ConnectorEvents } from '../interfaces/Connector.ts'
import { isShown } from '../modal/navigate.ts'
import { close, open } from '../modal/open.ts'
import { raiseAlert } from '../modal/raiseAlert.ts'
import { parseCaipNetworkId } from '../network/parseCaip.ts'
import { STORAGE_PREFIX } from '../storage/createStorage.ts'
import { readConnections } from '../storage/storedConnections.ts'
import { clearLoginCache, STORAGE_KEYS } from '../storage/storedState.ts'
import { watchTabs } from '../storage/watchTabs.ts'
import { finishConnection, isOfAnother } from './connect.ts'
import { forget } from './reconnect.ts'
import type { showRequestInWallet } from './showRequestInWallet.ts'
import { applyNetwork } from './switchNetwork.ts'

/** Follows what connectors tell by themselves, also those that join later. Returns how to stop. */
export function watchConnectors(config: Config): () => void {
  const stops = new Map<string, () => void>()
  const follow = () => {
    for (const connector of config.connectors.getState().connectors)
      if (!stops.has(connector.id)) stops.set(connector.id, watchConnector(config, connector))
  }
  follow()
  const stopFollowing = config.connectors.subscribe(follow)
  const stopTabs = followTabs(config)
  config.runtime.onWalletRequest = (connector, method, answer) => {
    if (connector.peerRedirect) void showWay(config, connector, method, answer)
  }
  return () => {
    stopFollowing()
    stopTabs()
    delete config.runtime.onWalletRequest
    for (const stop of stops.values()) stop()
  }
}

/** The screen is loaded while the request is on its way. */
async function showWay(...parameters: Parameters<typeof showRequestInWallet>): Promise<void> {
  try {
    const module = await import('./showRequestInWallet.ts')
    module.showRequestInWallet(...parameters)
  } catch {
    // Only the way to the wallet is missing.
  }
}

function watchConnector(config: Config, connector: Connector): () => void {
  const events = config.eventsOf(connector.id)
  const stops = [
    events.on('frame', (frame) =>
      config.frame.setState({
        status: frame.status,
        error: frame.error,
        ...(frame.screen ? { screen: frame.screen } : {}),
        ...(frame.height === undefined ? {} : { height: frame.height }),
      }),
    ),
    events.on('change', (change) => followChange(config, connector, change)),
    events.on('disconnect', ({ code, isKept = false }) => {
      for (const namespace of namespacesOf(config, connector)) forget(config, namespace, { isKept })
      if (connector.email) clearLoginCache(config.storage)
      if (code !== undefined) void raiseAlert(config, 'sessionExpired', code)
    }),
    events.on('alert', ({ kind, code }) => void raiseAlert(config, kind, code)),
    events.on('pairing', (pairing) =>
      config.modal.setState({ pairingUri: pairing?.uri, pairingExpiresAt: pairing?.expiresAt }),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const namespacesOf = (config: Config, connector: Connector): ChainNamespace[] =>
  connector.namespaces.filter(
    (namespace) => accountOf(config.accounts, namespace).connectorId === connector.id,
  )

function followChange(config: Config, connector: Connector, change: ConnectorEvents['change']): void {
  const namespaces = namespacesOf(config, connector)
  if (namespaces.length === 0) return
  const { caipNetworkId } = change
  // In a namespace where the visitor has another wallet by now, it says nothing of where the page is.
  const isOwn =
    caipNetworkId !== undefined && namespaces.includes(parseCaipNetworkId(caipNetworkId).namespace)
  // EIP-1193: an empty list means that no account is available to the page any more.
  if (change.accounts?.length === 0) for (const namespace of namespaces) forget(config, namespace)
  else if (change.accounts) followAccounts(config, connector, namespaces, change.accounts, change)
  else if (isOwn) applyNetwork(config, caipNetworkId)
  if (!change.accounts && change.smartAccountDeployed !== undefined)
    for (const namespace of namespaces)
      patchAccount(config.accounts, namespace, { smartAccountDeployed: change.smartAccountDeployed })
  if (change.email !== undefined) rememberEmail(config, connector, change.email)
  if (isOwn) followUnsupported(config, caipNetworkId)
}

/** Keeps what a wallet lets this site know of the e-mail address, until the page is left; null: nothing any more. */
export function rememberEmail(config: Config, connector: Connector, email: string | null): void {
  for (const namespace of namespacesOf(config, connector)) {
    const { email: _, ...user } = accountOf(config.accounts, namespace).user ?? {}
    patchAccount(config.accounts, namespace, { user: email === null ? user : { ...user, email } })
  }
}

function followAccounts(
  config: Config,
  connector: Connector,
  namespaces: readonly ChainNamespace[],
  accounts: NonNullable<ConnectorEvents['change']['accounts']>,
  change: ConnectorEvents['change'],
): void {
  const active = activeNamespace(config)
  // What is known of another wallet's account says nothing of this one's.
  const told = accounts
    .map((account) => account.namespace)
    .filter((one) => !isOfAnother(config, connector, one))
  const asked = change.caipNetworkId && parseCaipNetworkId(change.caipNetworkId).namespace
  const namespace = [asked, active].find((one) => one && told.includes(one)) ?? told[0] ?? active
  const known = accountOf(config.accounts, namespace)
  const caipNetworkId =
    (asked === namespace ? change.caipNetworkId : undefined) ??
    networkOfAccount(known.caipAddress) ??
    config.networks.getState().activeId
  const { preferredAccountType = known.preferredAccountType } = change
  const { smartAccountDeployed = known.smartAccountDeployed } = change
  // A namespace that the session no longer serves is gone, the others go on.
  for (const gone of namespaces)
    if (!accounts.some((account) => account.namespace === gone)) forget(config, gone)
  finishConnection(
    config,
    connector,
    {
      accounts,
      caipNetworkId,
      ...(known.connectedWalletInfo ? { wallet: known.connectedWalletInfo } : {}),
      ...(known.user ? { user: known.user } : {}),
      ...(preferredAccountType ? { preferredAccountType } : {}),
      ...(smartAccountDeployed === undefined ? {} : { smartAccountDeployed }),
    },
    { restored: true },
  )
}

const networkOfAccount = (caipAddress: string | undefined) =>
  caipAddress?.split(':').slice(0, 2).join(':') as ConnectorEvents['change']['caipNetworkId']

/**
 * What another tab of the site disconnects is disconnected here too: its wallet or session has been ended there already.
 * What another tab connects is left to it; this page finds it with its next load. Returns how to stop.
 */
export function followTabs(config: Config): () => void {
  const follow = () => {
    const stored = readConnections(config.storage)
    for (const [namespace, { status, connectorId }] of Object.entries(config.accounts.getState().byNamespace))
      if (status === 'connected' && stored[namespace as ChainNamespace]?.connectorId !== connectorId)
        forget(config, namespace as ChainNamespace, { isKept: true })
  }
  return watchTabs((key) => key === null || key === STORAGE_PREFIX + STORAGE_KEYS.connections, follow)
}

/** The view that offers networks which the page lists. */
export const UNSUPPORTED_VIEW = 'UnsupportedChain'

/** Whether the page works with a network: it lists it, or takes any (spec 4). */
export const isSupported = (config: Config, caipNetworkId: string): boolean =>
  config.allowUnsupportedChain || findNetwork(config.networks.getState(), caipNetworkId) !== undefined

/**
 * A wallet has switched to a network outside the list: UnsupportedChain opens, unless switching is disabled, unsupported
 * networks are allowed, or WalletConnect runs in basic mode (spec 4). It closes when the wallet is on a listed one again.
 */
function followUnsupported(config: Config, caipNetworkId: CaipNetworkId): void {
  const isOffered = isShown(config, UNSUPPORTED_VIEW)
  if (isSupported(config, caipNetworkId)) {
    if (isOffered) close(config)
    return
  }
  const isActive = config.networks.getState().activeId === caipNetworkId
  const mayOpen = config.enableNetworkSwitch && !config.options.basic
  if (!isOffered && mayOpen && isActive && activeAccount(config).status === 'connected')
    open(config, { view: { name: UNSUPPORTED_VIEW } })
}
