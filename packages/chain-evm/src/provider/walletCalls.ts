import {
  type Config,
  ConnectionDeclinedError,
  connectorOf,
  currentView,
  disconnect,
  InvalidRequestError,
  InvalidRequestParamsError,
  open,
  type RequestArguments,
  request,
} from '@latchkey/core'
import { rpcPolicyOf } from '@latchkey/protocol/policy'
import { addChain, switchChain } from './chainRequests.ts'
import { type Emit, NAMESPACE, type Subscriptions } from './providerContext.ts'
import { subscribeChain, unsubscribeChain } from './subscriptions.ts'

/** What a page's first request to a wallet needs, loaded with it. */
export { toProviderError } from '@latchkey/core'
export { createChainReads } from './chainReads.ts'
export { checkParams } from './requestParams.ts'

/** How long a page may wait for a stored connection, ms. A wallet that comes later is told by `accountsChanged`. */
const RESTORE_WAIT = 10_000

const isConnecting = ({ accounts }: Config): boolean =>
  accounts.getState().byNamespace[NAMESPACE]?.status === 'connecting'

/** Waits until a stored connection is confirmed or given up, 10 s at most. It opens nothing and never rejects. */
export function untilRestored(config: Config): Promise<void> {
  const { accounts, modal, runtime } = config
  // A modal in the page is always open, and tells nothing of who is at it.
  const isAtModal = () => !config.embedded && modal.getState().open
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      runtime.signal.removeEventListener('abort', settle)
      for (const stop of stops) stop()
      resolve()
    }
    const check = () => {
      if (!isConnecting(config) || isAtModal()) settle()
    }
    const timer = setTimeout(settle, RESTORE_WAIT)
    const stops = [accounts.subscribe(check), modal.subscribe(check)]
    runtime.signal.addEventListener('abort', settle)
    check()
  })
}

/**
 * EIP-1193: a request is an object with a `method` and, if any, `params` that are an array or an object.
 *
 * @throws InvalidRequestError, InvalidRequestParamsError
 */
export function checkRequest(args: unknown): RequestArguments {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw new InvalidRequestError()
  const { method, params } = args as { method?: unknown; params?: unknown }
  if (typeof method !== 'string' || method === '') throw new InvalidRequestError()
  if (params === undefined || params === null) return { method }
  if (typeof params !== 'object') throw new InvalidRequestParamsError()
  return { method, params: params as readonly unknown[] | Record<string, unknown> }
}

/** What the provider itself knows of the visitor. */
export type Visitor = {
  /** EIP-1102: empty before the visitor has connected. */
  accounts(): string[]
  emit: Emit
  subscriptions: Subscriptions
}

/** Answers what the page itself knows how to do, and sends everything else to the wallet or the network. */
export async function answerRequest(
  config: Config,
  args: RequestArguments,
  visitor: Visitor,
): Promise<unknown> {
  switch (args.method) {
    case 'eth_requestAccounts':
      return requestAccounts(config, visitor)
    case 'wallet_switchEthereumChain':
      return switchChain(config, args)
    case 'wallet_addEthereumChain':
      return addChain(config, args)
    // A wallet tells its subscribers itself, but this provider has listeners of its own.
    case 'eth_subscribe':
      return subscribeChain(config, args, visitor)
    case 'eth_unsubscribe':
      return unsubscribeChain(args, visitor.subscriptions)
  }
  // What needs the account waits for it; the network answers without.
  if (isConnecting(config) && rpcPolicyOf(args.method) !== 'safe') await untilRestored(config)
  const connector = connectorOf(config, NAMESPACE)
  const isOutside = connector !== undefined && !connector.approvesInFrame
  return isOutside ? request(config, args, { namespace: NAMESPACE }) : answerHere(config, args, visitor)
}

/** For the embedded wallet, and while nobody is connected. */
async function answerHere(config: Config, args: RequestArguments, visitor: Visitor): Promise<unknown> {
  switch (args.method) {
    case 'eth_coinbase':
      return visitor.accounts()[0] ?? null
    // The service answers for nodes that listen; the number is that of eth/68, which they speak.
    case 'net_listening':
      return true
    case 'eth_protocolVersion':
      return '0x44'
    case 'wallet_getPermissions':
      return permissionsOf(visitor.accounts())
    case 'wallet_requestPermissions':
      if (!namesAccountsAlone(args)) throw new InvalidRequestParamsError()
      return permissionsOf(await requestAccounts(config, visitor))
    case 'wallet_revokePermissions':
      if (!namesAccounts(args)) break
      await disconnect(config, { namespace: NAMESPACE })
      return null
  }
  return request(config, args, { namespace: NAMESPACE })
}

/**
 * Shows the ways to connect, unless the visitor is at something else. An account that would be shown is one of another
 * namespace, and leads to none of this.
 */
function showWays(config: Config): void {
  const hasOther = config.runtime.homeView() === 'Account'
  const isOpen = config.modal.getState().open
  const isAtOther = hasOther && currentView(config.router.getState()).name === 'Account'
  if (!isOpen || isAtOther) open(config, hasOther ? { view: 'Connect' } : {})
}

/** EIP-1102: opens the modal and waits until the visitor has connected or closed it. */
function requestAccounts(config: Config, { accounts }: Visitor): Promise<string[]> {
  const addresses = accounts()
  if (addresses.length > 0) return Promise.resolve(addresses)
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    // A connection that is being restored answers by itself, and only if it fails the visitor is asked.
    let restoring = isConnecting(config) && !config.modal.getState().open
    const settle = (work: () => void) => {
      for (const stop of stops) stop()
      work()
    }
    const check = () => {
      const now = accounts()
      if (now.length > 0) return settle(() => resolve(now))
      const { aborted } = config.runtime.signal
      const waiting = config.modal.getState().open || isConnecting(config)
      if (!aborted && waiting) return
      if (aborted || !restoring) return settle(() => reject(new ConnectionDeclinedError()))
      restoring = false
      showWays(config)
    }
    if (!restoring) showWays(config)
    stops.push(config.accounts.subscribe(check), config.modal.subscribe(check))
    const { signal } = config.runtime
    signal.addEventListener('abort', check)
    stops.push(() => signal.removeEventListener('abort', check))
    check()
  })
}

/** EIP-2255, as wallets tell it: the one permission there is, and the accounts that it shows. */
const permissionsOf = (accounts: readonly string[]) =>
  accounts.length === 0
    ? []
    : [
        {
          parentCapability: 'eth_accounts',
          invoker: globalThis.location?.origin ?? '',
          caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
        },
      ]

const firstParam = ({ params }: RequestArguments): object => {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  return typeof first === 'object' && first !== null ? first : {}
}

/**
 * The `wallet_revokePermissions` of EIP-2255 wallets, `[{ eth_accounts: {} }]`: the page gives up its access. In the
 * embedded wallet that is signing out; its own method of that name takes a permission to spend (ERC-7715).
 */
const namesAccounts = (args: RequestArguments): boolean => Object.hasOwn(firstParam(args), 'eth_accounts')

const namesAccountsAlone = (args: RequestArguments): boolean =>
  Object.keys(firstParam(args)).join() === 'eth_accounts'
