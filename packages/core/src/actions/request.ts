import { BaseError } from '@latchkey/errors'
import { rpcPolicyOf } from '@latchkey/protocol/policy'
import { NotConnectedError, RpcNotAllowedError } from '../connectionErrors.ts'
import type { Config } from '../createConfig.ts'
import type { Connector } from '../interfaces/Connector.ts'
import type { RequestArguments } from '../interfaces/Provider.ts'
import { currentView } from '../slices/router.ts'
import { abortPendingRequests } from './abortPendingRequests.ts'
import { activeConnector } from './activeConnection.ts'
import { fetchBalance } from './fetchBalance.ts'
import { endView, push } from './navigate.ts'
import { showToast } from './notify.ts'
import { open } from './open.ts'
import { schedule } from './schedule.ts'

/** Code of the frame's RpcNotAllowedError. */
const RPC_NOT_ALLOWED = 2005
/** A name that a JSON-RPC wallet may know; others are refused here. */
const METHOD = /^[a-z][a-zA-Z0-9]*_[a-zA-Z0-9_]{1,64}$/
/** Spec 9: the message shows once the modal has opened, ms. */
const UNSUPPORTED_METHOD_DELAY = 300
const APPROVAL_VIEW = 'ApproveTransaction'
const SHOW_STATUS = 'wallet_showCallsStatus'

/** Sends one JSON-RPC call to the connected wallet, with the screens that the call needs (spec 4, embedded wallet request). */
export async function request(config: Config, args: RequestArguments): Promise<unknown> {
  const connector = activeConnector(config)
  if (!connector) throw new NotConnectedError()
  if (!connector.approvesInFrame) return sendOutside(config, connector, args)
  switch (rpcPolicyOf(args.method)) {
    case 'unsafe':
      return requestApproval(config, connector, args)
    case 'unknown':
      return refuse(config, connector, args)
    default:
      return readStatus(config, args, await send(config, connector, args))
  }
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

const send = (config: Config, connector: Connector, args: RequestArguments, signal?: AbortSignal) =>
  connector.request({
    ...args,
    caipNetworkId: config.networks.getState().activeId,
    ...(signal ? { signal } : {}),
  })

/** A wallet with screens of its own. */
function sendOutside(config: Config, connector: Connector, args: RequestArguments): Promise<unknown> {
  const answer = send(config, connector, args)
  config.runtime.onWalletRequest?.(connector, args.method, answer)
  return answer
}

/** The wallet refuses it too: what the visitor sees must not depend on this page's list alone. */
async function refuse(config: Config, connector: Connector, args: RequestArguments): Promise<unknown> {
  abortPendingRequests(config)
  open(config)
  schedule(config, 'rpcNotAllowed', UNSUPPORTED_METHOD_DELAY, () =>
    showToast(config, { kind: 'error', message: 'RPC method not allowed' }),
  )
  if (!METHOD.test(args.method)) throw new RpcNotAllowedError()
  return send(config, connector, args)
}

async function requestApproval(
  config: Config,
  connector: Connector,
  args: RequestArguments,
): Promise<unknown> {
  const controller = new AbortController()
  const wasOpen = config.modal.getState().open
  config.runtime.pendingRequests.add(controller)
  if (!wasOpen) open(config, { view: { name: APPROVAL_VIEW } })
  else if (currentView(config.router.getState()).name !== APPROVAL_VIEW) push(config, { name: APPROVAL_VIEW })
  try {
    const result = await send(config, connector, args, controller.signal)
    // The balance on the screen is wrong now; failing to read it is the balance's own story.
    if (args.method !== SHOW_STATUS) fetchBalance(config, { force: true }).catch(() => undefined)
    return result
  } catch (error) {
    // EIP-5792: it shows something and answers nothing; closing the modal is how one has seen enough.
    if (args.method === SHOW_STATUS && controller.signal.aborted) return null
    if (error instanceof BaseError && error.code === RPC_NOT_ALLOWED)
      showToast(config, { kind: 'error', message: 'Action not allowed' })
    throw error
  } finally {
    config.runtime.pendingRequests.delete(controller)
    if (config.runtime.pendingRequests.size === 0) endView(config, APPROVAL_VIEW)
  }
}
