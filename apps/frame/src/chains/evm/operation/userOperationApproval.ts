import type { Simulation } from '@latchkey/chain-evm/decode/model'
import { userOperationHash } from '@latchkey/chain-evm/decode/smartAccount'
import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount/model'
import {
  CallsTooLargeError,
  NotAvailableError,
  OperationRefusedError,
  SponsorRefusedError,
} from '@latchkey/protocol/frame'
import { ageOf } from '@latchkey/std/ageOf'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { toQuantity } from '@latchkey/std/hex'
import type { Approval, Prepared } from '../../../approvals/ApprovalView.ts'
import { approvalOf, type Stop } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { loadAccountKind } from '../accounts/accountsOf.ts'
import { withCapAt } from '../allowances/allowances.ts'
import { describeEach } from '../clearSigning/describeCall.ts'
import { feeAge } from '../fees/fees.ts'
import type {
  CompletedOperation,
  GatheredOperation,
  OperationDraft,
  OperationFacts,
  OperationSteps,
  Operations,
  OperationViewInput,
  SentOperation,
  ShownOperation,
  UserOperationIntent,
} from '../model/operation.ts'
import type { FrameAccounts } from '../model/transaction.ts'
import { knownParties, noteChanges, partiesOfFacts, rememberParties } from '../parties/knownParties.ts'
import { quantityOf } from '../rpc/readChain.ts'
import { simulationAge } from '../rpc/simulate.ts'
import { decodedTogether, decodeEach } from '../transaction/callRows.ts'
import { readSuspicions } from '../transaction/suspicions.ts'
import { learnMore } from '../transaction/transactionFacts.ts'
import { refusalReasonOf, sponsorStop, stopFor, turnStop } from './bundler.ts'
import { completeOperation, simulateOperation, sponsorFor } from './completeOperation.ts'
import { nonceCall, readOperationFacts } from './operationFacts.ts'
import { operationView, pendingOperationView } from './operationView.ts'
import { awaitTurn, forgetOperation, rememberOperation, waitForOperation } from './readOperation.ts'
import { noTimeLimit, sendOperation, signOperation } from './sendOperation.ts'

/** ms; sponsors give their word for ten minutes, often for five. */
const sponsorAge = 240_000
/** Characters of calldata beside which everything else fits in what the owner's key takes in one request. */
const maxCallText = 119_000
/** Characters that each of several calls adds. */
const callOverhead = 180

type Facts = GatheredOperation
type Calls = UserOperationIntent['calls']

/** An operation of one account, as it was asked for. */
type Asked = {
  frame: ChainContext
  request: RpcRequest
  accounts: FrameAccounts
  account: `0x${string}`
  intent: UserOperationIntent
  /** The calls before the person changed anything. */
  first: UserOperationIntent['calls']
}

function draftOf(
  kind: SmartAccountKind,
  { account, accounts, intent }: Asked,
  facts: OperationFacts,
): OperationDraft {
  const callData = kind.encodeCalls(intent.calls)
  return {
    sender: account,
    nonce: facts.nonce,
    ...(facts.deployed ? {} : kind.deployment(accounts.eoa)),
    callData,
    ...facts.price,
  }
}

/** The payload: everything in it is bound by the hash that the owner signs. */
function shownOf(
  kind: SmartAccountKind,
  { request, intent }: Asked,
  facts: OperationFacts,
  { operation }: CompletedOperation,
): ShownOperation {
  const chainId = request.chain.id
  // What is signed must say what is shown.
  const signed = kind.decodeCalls(operation.callData)
  if (signed === null || textOfCalls(signed) !== textOfCalls(intent.calls)) block('callsMismatch')
  return deepFreeze({
    operation,
    chainId,
    userOpHash: userOperationHash(operation, chainId, kind.entryPoint),
    toSign: kind.operationToSign(operation, chainId, noTimeLimit),
    sinceBlock: facts.block,
  })
}

const textOfCalls = (calls: UserOperationIntent['calls']) =>
  calls.map(({ to, value, data }) => `${to}/${value}/${data}`.toLowerCase()).join()

function show(asked: Asked, input: Facts): Prepared<ShownOperation> {
  const view = operationView(input)
  if (view.stop === null) return { payload: input.shown, view }
  const sponsor = sponsorFor(input.chain, asked.intent)
  // Whoever was to pay does not, and the account cannot.
  if (input.completed.sponsorRefused && sponsor)
    return {
      payload: null,
      view: { ...view, stop: sponsorStop(sponsor.name) },
      refusal: new SponsorRefusedError(),
    }
  const refusal = new OperationRefusedError({ data: { reason: 'funds' } })
  // Money may come in while the person looks.
  return { payload: null, view: { ...view, stop: { ...view.stop, retry: true } }, refusal }
}

async function gather(asked: Asked, signal: AbortSignal): Promise<Facts | Stop> {
  const { frame, request, account, intent } = asked
  const { chain } = request
  const preparedAt = frame.now()
  const kind = await loadAccountKind()
  if (!(await awaitTurn(frame, chain.id, account, kind.entryPoint, signal)))
    return { stop: turnStop, refusal: new OperationRefusedError({ data: { reason: 'nonce' } }) }
  const decoded = await describeEach(chain.id, account, decodeEach(intent.calls))
  const facts = await readOperationFacts(
    frame,
    chain,
    kind,
    account,
    { calls: intent.calls, decoded },
    signal,
  )
  const draft = draftOf(kind, asked, facts)
  const sponsor = sponsorFor(chain, intent)
  const completing = { kind, chain, draft, sponsor, usualPrice: facts.usualPrice }
  const completed = await completeOperation(frame, completing, signal)
  const { eoa } = asked.accounts
  const [simulation, suspicions] = await Promise.all([
    simulateOperation(frame, chain.id, kind, eoa, completed.operation, signal),
    readSuspicions(frame, chain.id, account, decoded, { number: toQuantity(facts.block) }, signal),
  ])
  const known = await learnMore(frame, chain.id, simulation, facts, signal)
  return {
    chain,
    account,
    intent,
    decoded,
    facts: { ...facts, ...known, suspicions },
    completed,
    first: asked.first,
    shown: shownOf(kind, asked, facts, completed),
    simulation,
    simulatedAt: frame.now(),
    known: knownParties(frame, account),
    preparedAt,
  }
}

/** Whether the next number of the account is still the one that is shown; undefined: the network does not tell. */
async function holdsNonce(
  frame: ChainContext,
  kind: SmartAccountKind,
  { operation, chainId }: ShownOperation,
  signal: AbortSignal,
) {
  const call = nonceCall(kind, operation.sender)
  const answer = await frame.chain.request(chainId, call, signal).catch(() => undefined)
  const nonce = quantityOf(answer)
  return nonce === undefined ? undefined : nonce === operation.nonce
}

/** What is old is looked at again: the sponsor's word, the number of the operation, what it would do. */
async function refresh(
  { frame, request, accounts }: Asked,
  facts: Facts,
  signal: AbortSignal,
  again: () => Promise<Facts | Stop>,
): Promise<Facts | Stop> {
  const now = frame.now()
  if (ageOf(facts.preparedAt, now) > (facts.completed.paidBy ? sponsorAge : feeAge)) return again()
  if (ageOf(facts.simulatedAt, now) <= simulationAge) return facts
  const kind = await loadAccountKind()
  const [holds, simulation] = await Promise.all([
    holdsNonce(frame, kind, facts.shown, signal),
    simulateOperation(frame, request.chain.id, kind, accounts.eoa, facts.completed.operation, signal),
  ])
  if (holds === false) return again()
  return { ...facts, simulation: steady(facts.simulation, simulation), simulatedAt: frame.now() }
}

/** Gas that came out a little different is no news to the person. */
const steady = (before: Simulation | undefined, now: Simulation | undefined): Simulation | undefined =>
  before && now ? { ...now, gasUsed: before.gasUsed } : now

/** Whom and what the account dealt with by this. */
const partiesOfInput = ({ account, chain, decoded, facts }: OperationViewInput) =>
  partiesOfFacts({ decoded: decodedTogether(account, decoded), tokens: facts.tokens }, account, chain.id)

const isTooLarge = ({ calls }: UserOperationIntent) =>
  calls.reduce((sum, { data }) => sum + data.length + callOverhead, 0) > maxCallText

/**
 * Calls of the smart account as one user operation (ERC-4337): put together, sponsored where somebody pays, simulated,
 * shown; signed by the owner's key and handed to the bundler. The hash is computed here, and what is signed is what is
 * shown.
 *
 * @param request only its network is read
 * @param accounts the smart one acts, the plain one signs
 * @returns steps whose result is the `SentOperation`, as soon as the bundler has it
 * @throws CallsTooLargeError at once; NotAvailableError on a network without smart accounts. From signing also
 *   OperationRefusedError, UncertainOperationError
 */
export function operationSteps(
  frame: ChainContext,
  request: RpcRequest,
  accounts: FrameAccounts,
  intent: UserOperationIntent,
): OperationSteps {
  const account = accounts.smart
  if (account === null) throw new NotAvailableError()
  if (isTooLarge(intent)) throw new CallsTooLargeError()
  const askedFor = (calls: Calls): Asked => ({
    frame,
    request,
    accounts,
    account,
    intent: { ...intent, calls },
    first: intent.calls,
  })
  return {
    first: intent.calls,
    pending: (calls) => pendingOperationView(request.chain, account, { ...intent, calls }),
    gather: (calls, signal) => gather(askedFor(calls), signal),
    stopFor: (error) => stopFor(error, sponsorFor(request.chain, intent)),
    show: (calls, facts) => show(askedFor(calls), facts),
    refresh: ({ choice, facts }, signal, again) => refresh(askedFor(choice), facts, signal, again),
    choose(current, change) {
      const calls = change.kind === 'cap' ? withCapAt(intent.calls, current, change) : undefined
      return calls && { choice: calls, gathered: false }
    },
    async sign(shown, { choice, facts }, onSigned): Promise<SentOperation> {
      const kind = await loadAccountKind()
      const signed = await signOperation(frame, kind, accounts.eoa, shown, onSigned)
      const { chainId, userOpHash, sinceBlock } = shown
      const sent: SentOperation = { chainId, userOpHash, sinceBlock }
      rememberOperation(frame, account, sent)
      await intent.onSigned?.(sent, choice)
      try {
        await sendOperation(frame, kind, shown, signed)
      } catch (error) {
        if (refusalReasonOf(error) !== null) forgetOperation(frame, chainId, account)
        throw error
      }
      if (facts) rememberParties(frame, account, partiesOfInput(facts))
      noteChanges(frame, chainId, account, facts?.simulation)
      return sent
    },
  }
}

/** An operation of the smart account, put before the person. */
export const userOperationApproval = (
  ...asked: Parameters<typeof operationSteps>
): Approval<ShownOperation> => approvalOf(operationSteps(...asked))

/** What requests that come down to an operation are handed. */
export const operations: Operations = {
  pendingView: pendingOperationView,
  steps: operationSteps,
  wait: async (frame, sent) => waitForOperation(frame, sent, (await loadAccountKind()).entryPoint),
}
