import { hasCode } from '@latchkey/errors'
import { RpcNotAllowedError as WalletRefusal } from '@latchkey/protocol/frame'
import { rpcPolicyOf, SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'
import type { EntryLevel, LogEntry } from '@latchkey/std/logLevel'
import { randomId } from '@latchkey/std/randomId'
import { activeNamespace, connectorOf, networkIdOf } from '../account/accounts.ts'
import { fetchBalance } from '../account/fetchBalance.ts'
import { AdapterNotFoundError, NotConnectedError, RpcNotAllowedError } from '../errors/connectionErrors.ts'
import type { ChainAdapter, Config } from '../interfaces/Config.ts'
import {
  type CaipNetworkId,
  type ChainNamespace,
  type Connector,
  type RequestArguments,
  SENDS,
} from '../interfaces/Connector.ts'
import { isHeard, type Telling, tell } from '../log/tell.ts'
import { APPROVAL_VIEW, endView, isShown, push } from '../modal/navigate.ts'
import { currentView, open, schedule, unschedule } from '../modal/open.ts'
import { showToast } from '../modal/toast.ts'
import { attemptStateOf, codeOf } from './attemptState.ts'

/** A wallet that refuses says so sooner than this, and one that takes longer to show a request is waited for in sight; ms. */
const SHOW_DELAY = 400
const SHOW_STATUS = 'wallet_showCallsStatus'

/**
 * Sends one JSON-RPC call where it belongs, with the screens that it needs (spec 4, embedded wallet request): to a wallet
 * that has its own node and screens; to the network, which anybody may read; or to the embedded wallet.
 *
 * @param parameters `namespace` default: the active one. The request reaches the wallet and the network of no other.
 */
export function request(
  config: Config,
  args: RequestArguments,
  { namespace = activeNamespace(config) }: { namespace?: ChainNamespace } = {},
): Promise<unknown> {
  const answer = route(config, args, namespace)
  const { method } = args
  tellRequest(config, { method, asks: rpcPolicyOf(method, namespace) === 'unsafe' }, answer)
  return answer
}

/**
 * Tells of a request of the page, and of what came of it: `safe` asks nobody, `approved` and `declined` are the person's
 * answer, `refused` is what ended with an error. The answer itself is not looked at.
 */
function tellRequest(
  config: Telling,
  { method, asks }: { method: string; asks: boolean },
  answer: Promise<unknown>,
): void {
  if (!isHeard(config, 'error')) return
  const began = performance.now()
  // An id costs something, and of most requests nobody hears.
  let id: string | undefined
  const say = (level: EntryLevel, told: Pick<LogEntry, 'kind'> & Partial<LogEntry>) => {
    if (!isHeard(config, level)) return
    id ??= randomId()
    tell(config, level, { ...told, name: method, id })
  }
  say('info', { kind: 'request' })
  const end = (outcome: LogEntry['outcome'], code?: number) => {
    const level = outcome === 'refused' ? 'error' : outcome === 'declined' ? 'warn' : 'info'
    say(level, { kind: 'decision', ms: performance.now() - began, code, outcome })
  }
  answer.then(
    () => end(asks ? 'approved' : 'safe'),
    (error: unknown) => end(attemptStateOf(error) === 'declined' ? 'declined' : 'refused', codeOf(error)),
  )
}

async function route(config: Config, args: RequestArguments, namespace: ChainNamespace): Promise<unknown> {
  const { method } = args
  const connector = connectorOf(config, namespace)
  const send: Send = (wallet, signal) =>
    wallet.request({
      ...args,
      ...definedNetwork(networkIdOf(config, namespace)),
      ...(signal ? { signal } : {}),
    })
  if (connector && !connector.approvesInFrame) return sendOutside(config, connector, args, send)
  const policy = rpcPolicyOf(method, namespace)
  // Nothing opens for it, and what waits for a person goes on waiting.
  if (policy === 'unknown') throw new RpcNotAllowedError()
  // The embedded wallet follows its own operations; everything else that a network tells needs no wallet.
  if (policy === 'safe' && !(connector && SAFE_USER_OPERATION_METHODS.has(method)))
    return readNetwork(config, namespace, args)
  if (!connector) throw new NotConnectedError()
  if (policy === 'unsafe') {
    const answer = requestApproval(config, config.adapters[namespace], connector, args, send)
    config.runtime.onOwnRequest?.({ connector, namespace, method }, answer)
    return answer
  }
  return readStatus(config, args, await send(connector))
}

function readNetwork(config: Config, namespace: ChainNamespace, args: RequestArguments): Promise<unknown> {
  const adapter = config.adapters[namespace]
  if (!adapter?.read) throw new AdapterNotFoundError({ details: namespace })
  return adapter.read(config, { ...args, caipNetworkId: networkIdOf(config, namespace) })
}

/** EIP-5792: from 200 on (`CONFIRMED` in version 1.0) the calls are over, and the balance on the screen is another one. */
function readStatus(config: Config, { method }: RequestArguments, answer: unknown): unknown {
  const isOver =
    method === 'wallet_getCallsStatus' &&
    typeof answer === 'object' &&
    answer !== null &&
    'status' in answer &&
    (answer.status === 'CONFIRMED' || Number(answer.status) >= 200)
  if (isOver) fetchBalance(config, { force: true }).catch(() => undefined)
  return answer
}

type Send = (wallet: Connector, signal?: AbortSignal) => Promise<unknown>

const definedNetwork = (caipNetworkId: CaipNetworkId | undefined) => (caipNetworkId ? { caipNetworkId } : {})

/** A wallet with screens of its own. */
function sendOutside(
  config: Config,
  connector: Connector,
  args: RequestArguments,
  send: Send,
): Promise<unknown> {
  const answer = send(connector)
  config.runtime.onWalletRequest?.(connector, args.method, answer)
  if (SENDS.includes(args.method)) answer.then(config.runtime.onSent, () => undefined)
  return answer
}

async function requestApproval(
  config: Config,
  adapter: ChainAdapter | undefined,
  connector: Connector,
  args: RequestArguments,
  send: Send,
): Promise<unknown> {
  const checking = adapter?.checkRequest?.(args)
  if (checking) await checking
  return showUntilAnswered(config, async (signal) => {
    try {
      const result = await send(connector, signal)
      // The balance on the screen is wrong now; failing to read it is the balance's own story.
      if (args.method !== SHOW_STATUS) fetchBalance(config, { force: true }).catch(() => undefined)
      if (SENDS.includes(args.method)) config.runtime.onSent?.(result)
      return result
    } catch (error) {
      // EIP-5792: it shows something and answers nothing; closing the modal is how one has seen enough.
      if (args.method === SHOW_STATUS && signal.aborted) return null
      if (hasCode(error, WalletRefusal.code))
        showToast(config, { kind: 'error', name: 'actionNotAllowed', message: 'Action not allowed' })
      throw error
    }
  })
}

/**
 * Shows what the wallet puts before the visitor, until it is answered.
 *
 * @param ask gets a signal that fires when the visitor closes the modal
 */
export async function showUntilAnswered<Answer>(
  config: Config,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  config.runtime.pendingRequests.add(controller)
  const stopShowing = showApproval(config)
  try {
    return await ask(controller.signal)
  } finally {
    stopShowing()
    config.runtime.pendingRequests.delete(controller)
    endApproval(config)
  }
}

/**
 * Takes the approval away once nothing waits and the frame has nothing more to show: what came of a request is told there
 * while the page goes on.
 */
function endApproval(config: Config): void {
  const isOver = () => config.frame.getState().screen !== 'approval'
  const end = () => {
    if (config.runtime.pendingRequests.size === 0) endView(config, APPROVAL_VIEW)
  }
  if (isOver() || !isShown(config, APPROVAL_VIEW)) {
    end()
    return
  }
  const stop = config.frame.subscribe(() => {
    if (!isOver()) return
    stop()
    end()
  })
}

/**
 * Opens the approval as soon as the wallet has something to show, or takes long: what it refuses at once flashes nothing.
 * Returns how to stop waiting for that.
 */
function showApproval(config: Config): () => void {
  const id = Symbol('approval')
  const stop = () => {
    unsubscribe()
    unschedule(config, id)
  }
  const show = () => {
    stop()
    if (!config.modal.getState().open) open(config, { view: { name: APPROVAL_VIEW } })
    else if (currentView(config.router.getState()).name !== APPROVAL_VIEW)
      push(config, { name: APPROVAL_VIEW })
  }
  const unsubscribe = config.frame.subscribe(({ screen }) => {
    if (screen === 'approval') show()
  })
  schedule(config, id, SHOW_DELAY, show)
  return stop
}
