import { parseTypedDataRequest, purposeOf } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Described, TypedDataRequest, TypedPurpose } from '@latchkey/chain-evm/decode/model'
import type { BaseError } from '@latchkey/errors'
import { ChainUnreachableError, RequestBlockedError } from '@latchkey/protocol/frame'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { type Approval, type ApprovalView, worstFirst } from '../../../approvals/ApprovalView.ts'
import { distinct, makeWarning, networkStopFor, refusedStop } from '../../../approvals/phrases.ts'
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
import { refuseOwnAccount, refuseOwnCalls } from '../accounts/refuseOwnAccount.ts'
import { describeCall, describeTypedData } from '../clearSigning/describeCall.ts'
import {
  type Around,
  describedFacts,
  describedHeadline,
  describedTokens,
  ownWarnings,
  partiesOf,
} from '../clearSigning/describedView.ts'
import type { ApprovalContext, NamedCalls } from '../model/transaction.ts'
import { knownParties } from '../parties/knownParties.ts'
import { askChain, askCode, askTokens, readCode, readTokens, resultOf } from '../rpc/readChain.ts'
import { latestBlock } from '../rpc/simulate.ts'
import { lookalikeWarnings, readSuspicions } from '../transaction/suspicions.ts'
import { namedOwnWarnings } from './namedOwn.ts'
import { cancelView, type RelayedKnowledge, relayedView, unknownCallsView } from './relayedView.ts'
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
): Promise<ApprovalView | null> {
  const contract = data.domain.verifyingContract
  const described = contract === undefined ? null : await describeTypedData(data)
  if (described === null || contract === undefined) return null
  const around = await readAround(frame, request, described, contract, signal)
  if (around === null) return null
  const { recipients } = knownParties(frame, data.address)
  const named = described.fields.flatMap(({ value }) => (value.kind === 'address' ? [value.address] : []))
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
      ...named.flatMap((party) => lookalikeWarnings(party, { known: recipients, from: data.address })),
      ...orderWarnings(data),
      ...hiddenWarnings(data),
    ]),
  }
}

/** What the network says of the parties to calls that typed data comes to. */
async function readKnowledge(
  frame: ChainContext,
  { chain }: RpcRequest,
  account: string,
  decoded: DecodedCall,
  signal: AbortSignal,
): Promise<RelayedKnowledge> {
  const { tokens, contracts } = partiesOf(decoded)
  const calls: NamedCalls = new Map()
  calls.set('block', latestBlock)
  askTokens(calls, tokens)
  askCode(calls, contracts)
  const outcomes = await askChain(frame.chain, chain.id, calls, signal).catch((cause: unknown) => {
    throw new ChainUnreachableError({ cause })
  })
  const block = resultOf(outcomes, 'block')
  return {
    tokens: readTokens(outcomes, tokens),
    contracts: readCode(outcomes, contracts),
    suspicions: await readSuspicions(frame, chain.id, account, [decoded], block, signal),
    known: knownParties(frame, account),
    now: frame.now(),
  }
}

/** The screen of what nobody can read: everything in it that could be turned against the account is a danger. */
async function showUnknown(
  frame: ChainContext,
  request: RpcRequest,
  context: ApprovalContext,
  data: TypedDataRequest,
  purpose: Extract<TypedPurpose, { kind: 'unknown' }>,
  signal: AbortSignal,
): Promise<ApprovalView> {
  const blind = typedDataView(request, data)
  const described = await describedTypedData(frame, request, data, blind, signal)
  if (described) return described
  const { calls = [] } = purpose
  const account = data.address
  const together: DecodedCall = { kind: 'batch', to: account, value: 0n, calls }
  const [named, known] = await Promise.all([
    namedOwnWarnings(frame, request.chain, context, data, signal),
    calls.length === 0 ? null : readKnowledge(frame, request, account, together, signal),
  ])
  const read = known && unknownCallsView(request, account, calls, known)
  return {
    ...blind,
    ...read,
    facts: [...(read?.facts ?? []), ...blind.facts],
    warnings: worstFirst(distinct([...(read?.warnings ?? []), ...named, ...blind.warnings])),
  }
}

/** The screen of a call that others can have made. */
async function showRelayed(
  frame: ChainContext,
  request: RpcRequest,
  data: TypedDataRequest,
  purpose: Extract<TypedPurpose, { kind: 'relayed' }>,
  signal: AbortSignal,
): Promise<ApprovalView> {
  const call = await describeCall(request.chain.id, purpose.actor ?? data.address, purpose.call)
  const known = await readKnowledge(frame, request, data.address, call, signal)
  return relayedView(request, data, { ...purpose, call }, known)
}

type Permit = Extract<TypedPurpose, { allowances: unknown }>

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
  const { recipients } = knownParties(frame, data.address)
  const known = { tokens: readTokens(outcomes, tokens), contracts: code, recipients }
  const view = permitView(frame.now(), request, data, permit, known)
  if (contract === undefined || code.get(contract)) return { view }
  const refusal = new RequestBlockedError({ data: { reason: 'permitWithoutContract' } })
  return { view: { ...view, stop: refusedStop('stop.noContract') }, refusal }
}

/** What can be shown before the network answered. */
function pendingView(
  frame: ChainContext,
  request: RpcRequest,
  data: TypedDataRequest,
  purpose: TypedPurpose,
): ApprovalView {
  if ('allowances' in purpose) return pendingPermitView(frame.now(), request, data, purpose)
  if (purpose.kind === 'cancel') return cancelView(request, data, purpose)
  const blind = typedDataView(request, data)
  // What it does is not said before everything is known that is dangerous about it.
  return purpose.kind === 'relayed' ? { ...blind, changes: { status: 'loading' }, warnings: [] } : blind
}

function showPurpose(
  frame: ChainContext,
  request: RpcRequest,
  context: ApprovalContext,
  data: TypedDataRequest,
  purpose: TypedPurpose,
  signal: AbortSignal,
): Shown | Promise<Shown> {
  const shown = async (view: Promise<ApprovalView>) => ({ view: await view })
  if ('allowances' in purpose) return showPermit(frame, request, data, purpose, signal)
  if (purpose.kind === 'cancel') return { view: cancelView(request, data, purpose) }
  if (purpose.kind === 'relayed') return shown(showRelayed(frame, request, data, purpose, signal))
  return shown(showUnknown(frame, request, context, data, purpose, signal))
}

/**
 * `eth_signTypedData_v4` (EIP-712): what gives something away gets a screen of its own, anything else the whole tree, a
 * warning, and a danger where it names what the account owns.
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
  if (purpose.kind === 'relayed') await refuseOwnCalls([purpose.call], context.accounts)
  const pending = pendingView(frame, request, data, purpose)
  // Many tokens, and Permit2 before the account is deployed, take a permit of a key alone.
  const notes = purpose.kind !== 'unknown' && isSmart(context) ? [makeWarning('info', 'smartPermit')] : []
  const noted = (view: ApprovalView) => ({ ...view, warnings: [...view.warnings, ...notes] })
  const steps: Steps<null, Shown & { deployed: boolean | null }, Signable<TypedDataRequest>> = {
    first: null,
    pending: () => noted(pending),
    async gather(_, signal) {
      const shown = await showPurpose(frame, request, context, data, purpose, signal)
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
