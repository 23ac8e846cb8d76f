import { isHashSignedBy, parseTypedDataRequest, purposeOf } from '@latchkey/chain-evm/decode'
import type { Allowance, Described, TypedDataRequest, TypedPurpose } from '@latchkey/chain-evm/decode/model'
import { ChainUnreachableError, RequestBlockedError } from '@latchkey/protocol/frame'
import {
  type Approval,
  type ApprovalView,
  type Prepared,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import { makeWarning, networkStop, refusedStop } from '../../../approvals/phrases.ts'
import { block, parseOrRefuse } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import {
  isSmart,
  prepareSigner,
  type Signable,
  showSigner,
  signAsContract,
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

const addressesOf = (allowances: readonly Allowance[]) => ({
  tokens: allowances.map(({ token }) => token),
  spenders: allowances.map(({ spender }) => spender),
})

/** Asks the network about the tokens and spenders of a permit. */
async function preparePermit(
  frame: ChainContext,
  request: RpcRequest,
  data: TypedDataRequest,
  permit: Permit,
  signal: AbortSignal,
): Promise<Prepared<TypedDataRequest>> {
  const { tokens, spenders } = addressesOf(permit.allowances)
  const bare = pendingPermitView(frame.now(), request, data, permit)
  const contract = data.domain.verifyingContract
  const contracts = contract === undefined ? spenders : [...spenders, contract]
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  askCode(calls, contracts)
  // Without knowing the spender or the contract the most important warning would be missing.
  const silent = (cause?: unknown) => ({
    payload: null,
    view: { ...bare, stop: networkStop },
    refusal: new ChainUnreachableError({ cause }),
  })
  try {
    const outcomes = await askChain(frame.chain, request.chain.id, calls, signal)
    const code = readCode(outcomes, contracts)
    if (contract !== undefined && !code.has(contract.toLowerCase())) return silent()
    const known = { tokens: readTokens(outcomes, tokens), contracts: code }
    const view = permitView(frame.now(), request, data, permit, known)
    if (contract !== undefined && code.get(contract.toLowerCase()) === false) {
      const refusal = new RequestBlockedError({ data: { reason: 'permitWithoutContract' } })
      return { payload: null, view: { ...view, stop: refusedStop('stop.noContract') }, refusal }
    }
    return { payload: data, view }
  } catch (cause) {
    if (signal.aborted) throw cause
    return silent(cause)
  }
}

/** Signs by the account's own key. */
async function signAsKey(
  frame: ChainContext,
  { address, json, hash }: TypedDataRequest,
  onSigned: () => void,
): Promise<`0x${string}`> {
  const answer = await askKeys(frame.keys, 'signTypedData', { address, typedData: json })
  onSigned()
  const signature = answer.signature as `0x${string}`
  const same = answer.hash.toLowerCase() === hash.toLowerCase()
  if (!same || !(await isHashSignedBy(address, hash, signature))) block('signatureMismatch')
  return signature
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
  const view =
    purpose.kind === 'unknown'
      ? typedDataView(request, data)
      : pendingPermitView(frame.now(), request, data, purpose)
  const prepare = (signal: AbortSignal) =>
    purpose.kind === 'unknown'
      ? describedTypedData(frame, request, data, view, signal).then((shown) => ({
          payload: data,
          view: shown,
        }))
      : preparePermit(frame, request, data, purpose, signal)
  // Many tokens, and Permit2 before the account is deployed, take a permit of a key alone.
  const notes = purpose.kind !== 'unknown' && isSmart(context) ? [makeWarning('info', 'smartPermit')] : []
  const show = (view: ApprovalView) =>
    showSigner({ ...view, warnings: [...view.warnings, ...notes] }, context)
  return {
    view: show(view),
    async prepare(signal) {
      const prepared = await prepare(signal)
      return prepareSigner(frame, context, { ...prepared, view: show(prepared.view) }, signal)
    },
    sign: (payload, onSigned) =>
      payload.deployed === null
        ? signAsKey(frame, payload, onSigned)
        : signAsContract(frame, context, payload.hash, payload.deployed, onSigned),
  }
}
