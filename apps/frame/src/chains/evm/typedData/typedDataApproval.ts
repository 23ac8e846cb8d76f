import { parseTypedDataRequest, purposeOf } from '@latchkey/chain-evm/decode'
import type { Described, TypedDataRequest, TypedPurpose } from '@latchkey/chain-evm/decode/model'
import type { BaseError } from '@latchkey/errors'
import { ChainUnreachableError, RequestBlockedError } from '@latchkey/protocol/frame'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { type Approval, type ApprovalView, worstFirst } from '../../../approvals/ApprovalView.ts'
import { makeWarning, networkStopFor, refusedStop } from '../../../approvals/phrases.ts'
import { approvalOf, type Steps } from '../../../approvals/pipeline.ts'
import { parseOrRefuse } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import {
  isSmart,
  readDeployed,
  type Signable,
  signAsContract,
  signTyped,
  withSigner,
} from '../accounts/contractSignature.ts'
import { refuseOwnAccount } from '../accounts/refuseOwnAccount.ts'
import { describeTypedData } from '../clearSigning/describeCall.ts'
import {
  type Around,
  describedFacts,
  describedHeadline,
  describedTokens,
  ownWarnings,
} from '../clearSigning/describedView.ts'
import type { ApprovalContext, NamedCalls } from '../model/transaction.ts'
import { askChain, askCode, askTokens, readCode, readTokens } from '../rpc/readChain.ts'
import {
  hiddenWarnings,
  orderWarnings,
  pendingPermitView,
  permitView,
  typedDataView,
  typedFacts,
} from './typedDataView.ts'

/** The units that the description speaks of; null when the network does not tell, or has no such contract. */
async function readAround(
  frame: ChainContext,
  { chain }: RpcRequest,
  described: Described,
  contract: string,
  signal: AbortSignal,
): Promise<Around | null> {
  const tokens = describedTokens(described)
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  askCode(calls, [contract])
  try {
    const outcomes = await askChain(frame.chain, chain.id, calls, signal)
    const isContract = readCode(outcomes, [contract]).get(contract.toLowerCase())
    return isContract ? { chain, tokens: readTokens(outcomes, tokens) } : null
  } catch (cause) {
    if (signal.aborted) throw cause
    return null
  }
}

/**
 * The screen of typed data that a descriptor of this build covers (ERC-7730); `blind` for any other, and where the network
 * does not tell what is needed to say it right.
 */
async function describedTypedData(
  frame: ChainContext,
  request: RpcRequest,
  data: TypedDataRequest,
  blind: ApprovalView,
  signal: AbortSignal,
): Promise<ApprovalView> {
  const contract = data.domain.verifyingContract
  const described = contract === undefined ? null : await describeTypedData(data)
  if (described === null || contract === undefined) return blind
  const around = await readAround(frame, request, described, contract, signal)
  if (around === null) return blind
  return {
    ...blind,
    ...describedHeadline(around, described),
    tree: { ...(blind.tree as NonNullable<ApprovalView['tree']>), folded: true },
    facts: [
      ...describedFacts(around, described),
      // Whose app it is stands there already, by a better source than the site.
      ...typedFacts(request, data).filter(({ label }) => label !== 'row.appName'),
    ],
    warnings: worstFirst([
      ...ownWarnings(described, data.address),
      ...orderWarnings(data),
      ...hiddenWarnings(data),
    ]),
  }
}

type Permit = Exclude<TypedPurpose, { kind: 'unknown' }>

/** What the screen shows; with a refusal of what cannot be signed, which its `stop` explains. */
type Shown = { view: ApprovalView; refusal?: BaseError }

/**
 * Asks the network about the tokens and spenders of a permit.
 *
 * @throws ChainUnreachableError: without knowing the spender or the contract the most important warning would be missing
 */
async function showPermit(
  frame: ChainContext,
  request: RpcRequest,
  data: TypedDataRequest,
  permit: Permit,
  signal: AbortSignal,
): Promise<Shown> {
  const tokens = permit.allowances.map(({ token }) => token)
  const contract = data.domain.verifyingContract?.toLowerCase()
  const spenders = permit.allowances.map(({ spender }) => spender)
  const contracts = contract === undefined ? spenders : [...spenders, contract]
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  askCode(calls, contracts)
  const outcomes = await askChain(frame.chain, request.chain.id, calls, signal).catch((cause: unknown) => {
    throw new ChainUnreachableError({ cause })
  })
  const code = readCode(outcomes, contracts)
  if (contract !== undefined && !code.has(contract)) throw new ChainUnreachableError()
  const known = { tokens: readTokens(outcomes, tokens), contracts: code }
  const view = permitView(frame.now(), request, data, permit, known)
  if (contract === undefined || code.get(contract)) return { view }
  const refusal = new RequestBlockedError({ data: { reason: 'permitWithoutContract' } })
  return { view: { ...view, stop: refusedStop('stop.noContract') }, refusal }
}

/**
 * `eth_signTypedData_v4` (EIP-712): permits get a screen of their own, anything else the whole tree and a warning.
 *
 * @throws RequestBlockedError, RpcParamsError, ServiceUnreachableError
 */
export async function typedDataApproval(
  frame: ChainContext,
  request: RpcRequest,
  context: ApprovalContext,
): Promise<Approval<Signable<TypedDataRequest>>> {
  const params = Array.isArray(request.params) ? request.params : []
  const asked = { chainId: request.chain.id, address: context.account }
  const data = parseOrRefuse(() => parseTypedDataRequest(params, asked))
  await refuseOwnAccount(data, context)
  const purpose = purposeOf(data)
  const blind = typedDataView(request, data)
  const pending = purpose.kind === 'unknown' ? blind : pendingPermitView(frame.now(), request, data, purpose)
  // Many tokens, and Permit2 before the account is deployed, take a permit of a key alone.
  const notes = purpose.kind !== 'unknown' && isSmart(context) ? [makeWarning('info', 'smartPermit')] : []
  const noted = (view: ApprovalView) => ({ ...view, warnings: [...view.warnings, ...notes] })
  const steps: Steps<null, Shown & { deployed: boolean | null }, Signable<TypedDataRequest>> = {
    first: null,
    pending: () => noted(pending),
    async gather(_, signal) {
      const shown =
        purpose.kind === 'unknown'
          ? { view: await describedTypedData(frame, request, data, blind, signal) }
          : await showPermit(frame, request, data, purpose, signal)
      return { ...shown, deployed: await readDeployed(frame, context, signal) }
    },
    stopFor: networkStopFor,
    show: (_, { view, refusal, deployed }) =>
      refusal
        ? { payload: null, view: noted(view), refusal }
        : { payload: deepFreeze({ ...data, deployed }), view: noted(view) },
    sign: (payload, _, onSigned) =>
      payload.deployed === null
        ? signTyped(frame, payload.address, payload, onSigned)
        : signAsContract(frame, context, payload.hash, payload.deployed, onSigned),
  }
  return approvalOf(withSigner(steps, context))
}
