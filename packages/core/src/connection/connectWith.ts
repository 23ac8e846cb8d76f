import { activeNamespace } from '../account/accounts.ts'
import { ConnectionDeclinedError, UnknownConnectorError } from '../errors/connectionErrors.ts'
import { providerErrorOf } from '../errors/providerErrorOf.ts'
import type { Config, RouterEntry } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'
import { open } from '../modal/open.ts'
import { lateConnector } from './reconnect.ts'

/**
 * Connects. In a way that the page names, the modal opens at that one's screen, where the visitor agrees to the terms if
 * the page asks for it, sees what goes wrong, and may try again. Who is connected with it already is answered at once.
 *
 * @param connectorId default: whichever the visitor chooses, unless somebody is connected; as of `config.connectors`: `embedded`, `walletConnect`, or what a wallet of this browser is called by
 * @returns the address
 * @throws UnknownConnectorError (5240); an error with `code` 4001 when the visitor closes the modal, or something else is
 * opened in it
 */
export async function connectWith(config: Config, connectorId?: string): Promise<string> {
  // A button that calls this with its event names no wallet.
  if (typeof connectorId !== 'string') {
    const [address = ''] = await config.provider.request<string[]>({ method: 'eth_requestAccounts' })
    return address
  }
  // Wallets of this browser are found, and this one's own earlier visit is restored, before anybody is asked.
  await config.runtime.load?.()
  if (isRestoring(config, connectorId)) await config.runtime.ready
  const connector = await lateConnector(config, connectorId)
  if (!connector)
    throw new UnknownConnectorError({ details: `It is ${JSON.stringify(connectorId).slice(0, 80)}` })
  return addressWith(config, connectorId) ?? untilConnected(config, connector)
}

/** The address that a connector has connected, of the active namespace first. */
function addressWith(config: Config, connectorId: string): string | undefined {
  const { byNamespace } = config.accounts.getState()
  return [byNamespace[activeNamespace(config)], ...Object.values(byNamespace)].find(
    (account) => account?.status === 'connected' && account.connectorId === connectorId,
  )?.address
}

/** Whether storage remembers it, and nobody knows yet whether that still holds. */
const isRestoring = (config: Config, connectorId: string): boolean =>
  Object.values(config.accounts.getState().byNamespace).some(
    (account) => account.status === 'connecting' && account.connectorId === connectorId,
  )

/** Where one way to connect asks. Signing in begins with what one signs in with. */
function viewOf({ type, id, email }: Connector): RouterEntry {
  if (type === 'WALLET_CONNECT') return { name: 'ConnectingWalletConnect' }
  return email ? { name: 'Connect' } : { name: 'ConnectingExternal', params: { connectorId: id } }
}

function untilConnected(config: Config, connector: Connector): Promise<string> {
  const { router, modal, accounts, runtime } = config
  const view = viewOf(connector)
  open(config, { view })
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    const settle = (work: () => void) => {
      for (const stop of stops) stop()
      work()
    }
    const check = () => {
      const address = addressWith(config, connector.id)
      if (address !== undefined) return settle(() => resolve(address))
      // Whatever else was opened has taken the place of this.
      const isAsking = modal.getState().open && router.getState().stack[0] === view
      if (isAsking && !runtime.signal.aborted) return
      settle(() => reject(providerErrorOf(new ConnectionDeclinedError())))
    }
    stops.push(...[accounts, modal, router].map((slice) => slice.subscribe(check)))
    runtime.signal.addEventListener('abort', check)
    stops.push(() => runtime.signal.removeEventListener('abort', check))
    check()
  })
}
