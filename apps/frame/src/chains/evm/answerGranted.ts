import { NotAvailableError } from '@latchkey/protocol/frame'
import type { RpcRequest } from '../../context/ChainRpc.ts'
import type { Frame } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'
import { accountsOf } from './accounts/accountsOf.ts'

type Answer = (frame: Frame, request: RpcRequest, signal?: AbortSignal) => Promise<unknown>

const address: Answer = async (frame, { chain }) => [(await accountsOf(frame, chain)).address]

const calls: Answer = async (...asked) =>
  (await loadPart(() => import('./calls/answerCalls.ts'))).answerCalls(...asked)

const loadPermissions = () => loadPart(() => import('./permissions/answerPermissions.ts'))

/** What a connected site may read, each by a part that is loaded when it is first asked. */
const answers: Readonly<Record<string, Answer>> = {
  eth_accounts: address,
  eth_requestAccounts: address,
  wallet_getAssets: async (frame, { params, chain }) => {
    const accounts = await accountsOf(frame, chain)
    return (await loadPart(() => import('./assets/walletAssets.ts'))).walletAssets(frame, params, accounts)
  },
  latchkey_getRecipientFacts: async (frame, { params, chain }, signal) => {
    const accounts = await accountsOf(frame, chain)
    const part = await loadPart(() => import('./transaction/recipientFacts.ts'))
    return part.recipientFacts(frame, params, accounts, signal)
  },
  wallet_getSupportedExecutionPermissions: async (frame) =>
    (await loadPermissions()).supportedPermissions(frame),
  wallet_getGrantedExecutionPermissions: async (frame, { chain }) =>
    (await loadPermissions()).grantedPermissions(frame, await accountsOf(frame, chain)),
  wallet_getCapabilities: calls,
  wallet_getCallsStatus: calls,
}

/** Answers a connected site what reveals the account. Whoever calls has asked keys whether it is connected. */
export async function answerGranted(
  frame: Frame,
  request: RpcRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const { method } = request
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (!answer) throw new NotAvailableError()
  return answer(frame, request, signal)
}
