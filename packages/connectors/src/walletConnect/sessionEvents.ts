import {
  type CaipNetworkId,
  type ChainNamespace,
  type ConnectorContext,
  NAMESPACES,
  type Network,
} from '@latchkey/core/connector'
import { ChainNotSupportedError } from '../answer/errors.ts'
import { switchChain } from '../injected/walletAnswers.ts'
import type { Client, Session } from './createClient.ts'
import {
  type ActiveNetworks,
  accountsOn,
  approvedNetworks,
  chooseNetworks,
  isApproved,
  keyOf,
  withFirst,
} from './readSession.ts'

/** The session that is used, and where the page is in it. */
export type Live = { session: Session; active: ActiveNetworks }

type EventHandlers = {
  context: ConnectorContext
  /** Whether it is the session in use. */
  isCurrent(topic: string): boolean
  live(): Live | undefined
  /** The session has changed, or the page is somewhere else in it. */
  onUpdate(active: ActiveNetworks): void
  onEnd(reason: 'deleted' | 'expired'): void
}

const CHAIN = new RegExp(`^(?:(${NAMESPACES.join('|')}):)?([-_a-zA-Z0-9]{1,32})$`)

/** Follows what wallets tell of the session in use (session_update, _event, _delete, _expire). Returns how to stop. */
export function followSessions(client: Client, handlers: EventHandlers): () => void {
  const { context, isCurrent, live, onUpdate, onEnd } = handlers
  const { emitter } = context
  const current = (topic: string) => (isCurrent(topic) ? live() : undefined)
  const onSessionUpdate = ({ topic }: { topic: string }) => {
    const before = current(topic)
    if (!before) return
    const { session } = before
    const active = chooseNetworks(session, context.networks, Object.values(before.active))
    if (Object.keys(active).length === 0) return onEnd('deleted')
    onUpdate(active)
    emitter.emit('change', { accounts: accountsOn(session, active) })
    for (const [namespace, id] of Object.entries(active))
      if (before.active[namespace as ChainNamespace] !== id) emitter.emit('change', { caipNetworkId: id })
  }
  const onSessionEvent = (event: {
    topic: string
    params: { event: { name: string; data: unknown }; chainId: string }
  }) => {
    const before = current(event.topic)
    if (!before) return
    const { name, data } = event.params.event
    const namespace = namespaceOf(event.params.chainId)
    if (!namespace) return
    if (name === 'chainChanged') changeNetwork(before, namespace, data)
    if (name === 'accountsChanged' || name === 'bip122_addressesChanged')
      changeAccounts(before, namespace, data)
  }
  const changeNetwork = (before: Live, namespace: ChainNamespace, data: unknown) => {
    const id = networkOf(namespace, data)
    // The wallet can be asked on approved networks alone: of another one it has to tell by an update first.
    if (!id || !approvedNetworks(before.session, namespace).includes(id)) return
    const active = { ...before.active, [namespace]: id }
    onUpdate(active)
    emitter.emit('change', { caipNetworkId: id })
    if (changesAccounts(before, active))
      emitter.emit('change', { accounts: accountsOn(before.session, active) })
  }
  const changeAccounts = ({ session, active }: Live, namespace: ChainNamespace, data: unknown) => {
    const named = addressesOf(namespace, data)
    const accounts = accountsOn(session, active)
    const chosen = named.flatMap((key) =>
      accounts.filter(
        (account) => account.namespace === namespace && keyOf(namespace, account.address) === key,
      ),
    )
    if (chosen.length === 0) return
    // Requests and reloads read the session: there the account in use has to come first, too.
    const namespaces = withFirst(session.namespaces, namespace, named)
    void client.session.update(session.topic, { namespaces }).catch(() => undefined)
    // What the wallet names comes first, and nothing that it did not share when it connected.
    emitter.emit('change', { accounts: [...new Set([...chosen, ...accounts])] })
  }
  const onDelete = ({ topic }: { topic: string }) => {
    if (isCurrent(topic)) onEnd('deleted')
  }
  const onExpire = ({ topic }: { topic: string }) => {
    if (isCurrent(topic)) onEnd('expired')
  }
  client.on('session_update', onSessionUpdate)
  client.on('session_event', onSessionEvent)
  client.on('session_delete', onDelete)
  client.on('session_expire', onExpire)
  return () => {
    client.off('session_update', onSessionUpdate)
    client.off('session_event', onSessionEvent)
    client.off('session_delete', onDelete)
    client.off('session_expire', onExpire)
  }
}

const namespaceOf = (chainId: unknown): ChainNamespace | undefined =>
  typeof chainId === 'string' ? (CHAIN.exec(chainId)?.[1] as ChainNamespace | undefined) : undefined

const changesAccounts = ({ session, active }: Live, next: ActiveNetworks) =>
  JSON.stringify(accountsOn(session, active)) !== JSON.stringify(accountsOn(session, next))

/** Wallets name a network by its CAIP-2 id, its number, or the number in hexadecimal. */
function networkOf(namespace: ChainNamespace, data: unknown): CaipNetworkId | undefined {
  const text = typeof data === 'number' ? String(data) : data
  const found = typeof text === 'string' ? CHAIN.exec(text) : null
  const [, named = namespace, reference = ''] = found ?? []
  if (!found || named !== namespace) return undefined
  return namespace === 'eip155' ? evmNetwork(reference) : `${namespace}:${reference}`
}

function evmNetwork(reference: string): CaipNetworkId | undefined {
  const id = /^(?:0x[0-9a-fA-F]{1,13}|\d{1,16})$/.test(reference) ? Number(reference) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** Wallets name accounts by CAIP-10 ids, by addresses, or by objects with one. */
function addressesOf(namespace: ChainNamespace, data: unknown): string[] {
  if (!Array.isArray(data)) return []
  return data.slice(0, 100).flatMap((entry: unknown) => {
    const value = typeof entry === 'object' && entry !== null && 'address' in entry ? entry.address : entry
    const address = typeof value === 'string' ? value.split(':').at(-1) : undefined
    return address ? [keyOf(namespace, address)] : []
  })
}

type SwitchSurroundings = {
  live(): Live
  ask(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[]): Promise<unknown>
  /** Settles when the session changes, after so many ms, or when it is not wanted any more. */
  nextChange(limit: number, unwanted: AbortSignal): Promise<void>
}

/**
 * Moves the page to another network of the session. One that the wallet has approved needs no asking: each request names
 * its network. Another one is asked for by EIP-3326 and EIP-3085, and has to be approved by an update of the session.
 *
 * @throws ChainNotSupportedError, SwitchNotConfirmedError, or the person's refusal
 */
export async function switchSession(around: SwitchSurroundings, network: Network): Promise<void> {
  const { caipNetworkId, chainNamespace } = network
  const has = () => approvedNetworks(around.live().session, chainNamespace).includes(caipNetworkId)
  if (has()) return
  const from = currentOf(around.live(), chainNamespace)
  if (!from || !isApproved(around.live().session, from, 'wallet_switchEthereumChain'))
    throw new ChainNotSupportedError({ data: { rpcCode: 4902 } })
  const number = (id: CaipNetworkId) => id.split(':')[1] ?? ''
  await switchChain(
    {
      ask: (method, params = []) => around.ask(from, method, params),
      // Where the wallet is: there once it has approved the network.
      read: async () => number(has() ? caipNetworkId : from),
      nextChange: around.nextChange,
    },
    network,
  )
}

const currentOf = ({ active }: Live, namespace: ChainNamespace): CaipNetworkId | undefined =>
  namespace === 'eip155' ? active.eip155 : undefined
