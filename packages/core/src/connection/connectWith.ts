import { activeNamespace, findConnector } from '../account/accounts.ts'
import { ConnectionDeclinedError, UnknownConnectorError } from '../errors/connectionErrors.ts'
import { providerErrorOf } from '../errors/providerErrorOf.ts'
import type { Config, RouterEntry } from '../interfaces/Config.ts'
import type { AccountState, ChainNamespace, Connector } from '../interfaces/Connector.ts'
import { open } from '../modal/open.ts'
import { lateConnector } from './reconnect.ts'

/**
 * Connects. In a way that the page names, the modal opens at that one's screen, where the visitor agrees to the terms if
 * the page asks for it, sees what goes wrong, and may try again. Who is connected with it already is answered at once.
 *
 * @param connectorId default: whichever the visitor chooses, on whichever network, unless somebody is connected; as of `config.connectors`: `embedded`, `walletConnect`, or what a wallet of this browser is called by
 * @returns the address, of the active namespace first
 * @throws UnknownConnectorError (5240); an error with `code` 4001 when the visitor closes the modal, or something else is
 * opened in it
 */
export async function connectWith(config: Config, connectorId?: string): Promise<string> {
  // A button that calls this with its event names no wallet.
  if (typeof connectorId !== 'string') return connectAny(config)
  // Wallets of this browser are found, and this one's own earlier visit is restored, before anybody is asked.
  await config.runtime.load?.()
  const known = () => namedConnector(config, connectorId)
  if (isConnecting(config, withConnector(known()?.id ?? connectorId))) await config.runtime.ready
  const connector = known() ?? (await lateConnector(config, connectorId)) ?? known()
  if (!connector)
    throw new UnknownConnectorError({ details: `It is ${JSON.stringify(connectorId).slice(0, 80)}` })
  const address = () => addressOf(config, withConnector(connector.id))
  const view = viewOf(connector)
  // Whatever else was opened has taken the place of this; the ways to sign in are shown anew with what was typed there.
  const isShown = () => {
    const [root] = config.router.getState().stack
    const isSame = root === view || (view.params === undefined && root?.name === view.name)
    return config.modal.getState().open && isSame
  }
  return address() ?? untilConnected(config, { address, view, isAsking: isShown })
}

/** A wallet at `window.ethereum` has an id of its own beside the `rdns` by which it would announce itself. */
const namedConnector = ({ connectors }: Config, name: string): Connector | undefined =>
  findConnector(connectors, name) ?? connectors.getState().connectors.find(({ rdns }) => rdns === name)

/** Connects in whichever way the visitor chooses, unless somebody is connected. */
async function connectAny(config: Config): Promise<string> {
  if (isConnecting(config, () => true) && !config.modal.getState().open) await config.runtime.ready
  const address = () => addressOf(config, () => true)
  return address() ?? untilConnected(config, { address, isAsking: () => isBusy(config) })
}

/**
 * Connects an account of one namespace, whoever is connected on another.
 *
 * @returns the address
 * @throws an error with `code` 4001 when the visitor closes the modal
 */
export async function connectOn(config: Config, namespace: ChainNamespace): Promise<string> {
  const isWanted: Which = (_, of) => of === namespace
  if (isConnecting(config, isWanted)) await config.runtime.ready
  const address = () => addressOf(config, isWanted)
  return (
    address() ??
    untilConnected(config, { address, view: { name: 'Connect' }, isAsking: () => isBusy(config) })
  )
}

type Which = (account: AccountState, namespace: ChainNamespace) => boolean
const withConnector =
  (connectorId: string): Which =>
  (account) =>
    account.connectorId === connectorId

const accountsOf = (config: Config) =>
  Object.entries(config.accounts.getState().byNamespace) as [ChainNamespace, AccountState][]

/** The address of a connected account, of the active namespace first. */
function addressOf(config: Config, isWanted: Which): string | undefined {
  const active = activeNamespace(config)
  const found = accountsOf(config).filter(
    ([namespace, account]) => account.status === 'connected' && isWanted(account, namespace),
  )
  return (found.find(([namespace]) => namespace === active) ?? found[0])?.[1].address
}

/** Whether somebody connects, or storage remembers it and nobody knows yet whether that still holds. */
const isConnecting = (config: Config, isWanted: Which): boolean =>
  accountsOf(config).some(
    ([namespace, account]) => account.status === 'connecting' && isWanted(account, namespace),
  )

/** Where one way to connect asks. Signing in begins with what one signs in with. */
function viewOf({ type, id, email }: Connector): RouterEntry {
  if (type === 'WALLET_CONNECT') return { name: 'ConnectingWalletConnect' }
  return email ? { name: 'Connect' } : { name: 'ConnectingExternal', params: { connectorId: id } }
}

/** The visitor is at it, or what they have done goes on behind a modal that is closed already. */
const isBusy = (config: Config): boolean => config.modal.getState().open || isConnecting(config, () => true)

type Asking = {
  address(): string | undefined
  /** Where the visitor is asked; default: where the modal is, or the view that fits. */
  view?: RouterEntry
  /** Whether an answer may still come. */
  isAsking(): boolean
}

function untilConnected(config: Config, { address, view, isAsking }: Asking): Promise<string> {
  const { router, modal, accounts, runtime } = config
  if (view) open(config, { view })
  else if (!modal.getState().open) open(config)
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    const settle = (work: () => void) => {
      for (const stop of stops) stop()
      work()
    }
    const check = () => {
      const connected = address()
      if (connected !== undefined) return settle(() => resolve(connected))
      if (isAsking() && !runtime.signal.aborted) return
      settle(() => reject(providerErrorOf(new ConnectionDeclinedError())))
    }
    stops.push(...[accounts, modal, router].map((slice) => slice.subscribe(check)))
    runtime.signal.addEventListener('abort', check)
    stops.push(() => runtime.signal.removeEventListener('abort', check))
    check()
  })
}
