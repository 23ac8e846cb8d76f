import { accountOf, patchAccount, resetAccount } from '../account/accounts.ts'
import { activeNamespace, findConnector, networkIdOf } from '../account/activeConnection.ts'
import { ConnectionDeclinedError, ConnectorNotFoundError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import type { RecentWallet } from '../storage/storedState.ts'
import { beginAttempt } from './beginAttempt.ts'
import { finishConnection } from './finishConnection.ts'

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
  } catch (error) {
    if (attempt.ownsStatus() && accountOf(config.accounts, namespace).status === 'connecting')
      resetAccount(config.accounts, namespace)
    throw error
  } finally {
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
