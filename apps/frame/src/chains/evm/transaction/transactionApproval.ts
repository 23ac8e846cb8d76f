import { decodeCall, isSignedAsShown, parseTransactionRequest } from '@latchkey/chain-evm/decode'
import type { Call, ShownTransaction, TransactionRequest } from '@latchkey/chain-evm/decode/model'
import { BaseError } from '@latchkey/errors'
import { ChainRefusedError, UncertainBroadcastError } from '@latchkey/protocol/frame'
import { ageOf } from '@latchkey/std/ageOf'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import type {
  Approval,
  ApprovalView,
  Detour,
  Edit,
  FeeSpeed,
  Notice,
  Prepared,
} from '../../../approvals/ApprovalView.ts'
import { nativeAmount, networkStopFor, text } from '../../../approvals/phrases.ts'
import { approvalOf, type Steps, type Stop } from '../../../approvals/pipeline.ts'
import { block, parseOrRefuse } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { signTransaction, withSigner } from '../accounts/contractSignature.ts'
import { refuseOwnTargets } from '../accounts/refuseOwnAccount.ts'
import { withCap } from '../allowances/allowances.ts'
import { feeAge, keptL1Fee, readL1Fees, replacementFloor, withL1Part } from '../fees/fees.ts'
import type {
  ApprovalContext,
  FeeWish,
  PendingTransaction,
  TransactionFacts,
  TransactionViewInput,
} from '../model/transaction.ts'
import { knownParties, noteChanges, partiesOfFacts, rememberParties } from '../parties/knownParties.ts'
import { addPending, isNonceTaken, pendingOf } from '../pending/pendingTransactions.ts'
import { broadcast } from '../rpc/broadcast.ts'
import { quantityOf } from '../rpc/readChain.ts'
import { simulationAge } from '../rpc/simulate.ts'
import { completeTransaction, firstSpeed, isFeeSet } from './completeTransaction.ts'
import { readSuspicions } from './suspicions.ts'
import { learnMore, readTransactionFacts, simulateTransaction } from './transactionFacts.ts'
import { pendingTransactionView, transactionView } from './transactionView.ts'

/** A transaction of the plain account, as it was asked for. */
type Asked = {
  frame: ChainContext
  request: RpcRequest
  wanted: TransactionRequest
  /** The transaction whose place it takes, when the person asks for that. */
  replacing: Replacing | undefined
}

/** What the person chose on the screen so far. */
type Chosen = {
  /** What was asked for, with the amounts that were lowered. */
  wanted: TransactionRequest
  speed: FeeSpeed
}

/** What a transaction with the number of one that waits has to pay at least. */
function feeWish({ wanted, replacing }: Asked, { pending = [] }: TransactionFacts, speed: FeeSpeed): FeeWish {
  const old = replacing?.old ?? pending.find(({ nonce }) => nonce === wanted.nonce)
  if (!old) return { speed }
  const maxFeePerGas = BigInt(old.maxFeePerGas)
  const maxPriorityFeePerGas = BigInt(old.maxPriorityFeePerGas)
  return { speed, floor: replacementFloor({ maxFeePerGas, maxPriorityFeePerGas }) }
}

function show(from: Asked, { wanted, speed }: Chosen, facts: TransactionFacts): Prepared<ShownTransaction> {
  const { frame, request, wanted: asked, replacing } = from
  const { chain } = request
  const wish = feeWish(from, facts, speed)
  const transaction = completeTransaction(wanted, chain.id, facts, wish)
  const { recipients, tokens } = knownParties(frame, wanted.from)
  const input = { chain, wanted, asked, transaction, facts, wish, known: recipients, knownTokens: tokens }
  const view = replacing ? replacementView(input, replacing) : transactionView(input)
  if (!view.stop) return { payload: transaction, view }
  const reason = facts.gas.ok ? 'funds' : (facts.gas.reason ?? 'reverted')
  return { payload: null, view, refusal: new ChainRefusedError({ data: { reason } }) }
}

async function gather(
  asked: Asked,
  { wanted, speed }: Chosen,
  signal: AbortSignal,
): Promise<TransactionFacts> {
  const { frame, request } = asked
  const facts = await readTransactionFacts(frame, request, wanted, signal)
  const transaction = completeTransaction(wanted, request.chain.id, facts, feeWish(asked, facts, speed))
  const { decoded, block } = facts
  const [[l1], simulation, suspicions] = await Promise.all([
    readL1Fees(frame, request.chain, [transaction], signal),
    simulateTransaction(frame, transaction, signal, block),
    readSuspicions(frame, request.chain.id, wanted.from, [decoded], block, signal),
  ])
  const known = await learnMore(frame, request.chain.id, simulation, facts, signal)
  return { ...facts, ...known, l1, simulation, suspicions, simulatedAt: frame.now() }
}

/** Whether the network has a transaction of that number, as far as it tells: one of another site, or of another device. */
async function isNumberUsed(
  { frame, wanted }: Asked,
  { chainId, from, nonce }: ShownTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  // A number that was asked for stays, and what is odd about it is a danger already.
  if (wanted.nonce !== undefined) return false
  const call = { method: 'eth_getTransactionCount', params: [from, 'pending'] }
  const count = quantityOf(await frame.chain.request(chainId, call, signal).catch(() => undefined))
  return count !== undefined && count > BigInt(nonce)
}

/** What is old is simulated anew. All of it is asked anew where the number is another one's by now. */
async function refresh(
  asked: Asked,
  { facts, payload }: { facts: TransactionFacts; payload: ShownTransaction },
  signal: AbortSignal,
  again: () => Promise<TransactionFacts | Stop>,
): Promise<TransactionFacts | Stop> {
  const { frame, request } = asked
  if (isNonceTaken(frame, payload, facts.pending)) return again()
  const now = frame.now()
  if (facts.readAt !== undefined && ageOf(facts.readAt, now) > feeAge) return again()
  if (ageOf(facts.simulatedAt, now) <= simulationAge) return facts
  const [simulation, [l1], isUsed] = await Promise.all([
    simulateTransaction(frame, payload, signal),
    readL1Fees(frame, request.chain, [payload], signal),
    isNumberUsed(asked, payload, signal),
  ])
  if (isUsed) return again()
  return { ...facts, simulation, l1: keptL1Fee(facts.l1, l1), simulatedAt: frame.now() }
}

function choose(
  asked: Asked,
  choice: Chosen,
  change: Edit,
): { choice: Chosen; gathered: boolean } | undefined {
  if (change.kind === 'until') return undefined
  if (change.kind === 'fee') {
    if (change.speed === 'site' && !isFeeSet(asked.wanted)) return undefined
    return { choice: { ...choice, speed: change.speed }, gathered: true }
  }
  // From what was asked for: an amount that was lowered may be raised again, up to that.
  const call: Call | undefined = asked.replacing ? undefined : withCap(asked.wanted, change.amount)
  if (!call) return undefined
  const wanted = deepFreeze({ ...asked.wanted, data: call.data })
  return { choice: { ...choice, wanted }, gathered: false }
}

/** Signs, checks, sends and keeps it in mind until it is confirmed. */
async function send(asked: Asked, transaction: ShownTransaction, onSigned: () => void): Promise<string> {
  const { frame, request, replacing } = asked
  const signed = await signTransaction(frame, transaction)
  onSigned()
  if (!(await isSignedAsShown(signed, transaction))) block('signatureMismatch')
  const keep = () => addPending(frame, transaction, signed.hash, replacing?.way ?? 'asked')
  try {
    const hash = await broadcast(frame.chain, request.chain.id, signed)
    keep()
    return hash
  } catch (error) {
    if (error instanceof BaseError && error.code === UncertainBroadcastError.code) keep()
    throw error
  }
}

/** The same transaction anew, or one that does nothing, with the number of the one that waits. */
function replacementOf(
  from: ShownTransaction['from'],
  old: PendingTransaction,
  way: Detour,
): TransactionRequest | undefined {
  const free = {
    from,
    nonce: old.nonce,
    gas: undefined,
    maxFeePerGas: undefined,
    maxPriorityFeePerGas: undefined,
  }
  if (way === 'cancel') return deepFreeze({ ...free, to: from, value: 0n, data: '0x', accessList: [] })
  if (old.data === null) return undefined
  const [to, data] = [old.to, old.data] as [ShownTransaction['to'], ShownTransaction['data']]
  return deepFreeze({ ...free, to, value: BigInt(old.value), data, accessList: [] })
}

/**
 * The request to speed up or to cancel what waits first. It is approved as any other; its fees are a tenth above those
 * that it replaces, at least.
 *
 * @param context says on the screen which of the person's accounts acts
 * @returns undefined when nothing waits, or when it cannot be sent again since its calldata was too long to be kept
 */
export function replacementApproval(
  frame: ChainContext,
  request: RpcRequest,
  account: string,
  way: Detour,
  context?: ApprovalContext,
): Approval<ShownTransaction> | undefined {
  const [old] = pendingOf(frame, request.chain.id, account)
  const wanted = old && replacementOf(account as ShownTransaction['from'], old, way)
  return wanted && plainTransactionApproval(frame, request, wanted, context, { way, old })
}

/** A transaction of the plain account: filled in, decoded, simulated, shown; signed by keys and sent by the frame. */
export function plainTransactionApproval(
  frame: ChainContext,
  request: RpcRequest,
  wanted: TransactionRequest,
  context?: ApprovalContext,
  replacing?: Replacing,
): Approval<ShownTransaction> {
  const asked: Asked = { frame, request, wanted, replacing }
  const { chain } = request
  const steps: Steps<Chosen, TransactionFacts, ShownTransaction> = {
    first: { wanted, speed: replacing ? 'fast' : firstSpeed(wanted) },
    pending: (choice) => pendingTransactionView(chain, choice.wanted, decodeCall(choice.wanted)),
    gather: (choice, signal) => gather(asked, choice, signal),
    stopFor: networkStopFor,
    show: (choice, facts) => show(asked, choice, facts),
    refresh: (known, signal, again) => refresh(asked, known, signal, again),
    choose: (choice, change) => choose(asked, choice, change),
    detour: (way) =>
      replacing
        ? undefined
        : (replacementApproval(frame, request, wanted.from, way, context) as Approval | undefined),
    async sign(transaction, { facts }, onSigned) {
      const hash = await send(asked, transaction, onSigned)
      if (facts) rememberParties(frame, wanted.from, partiesOfFacts(facts, wanted.from, chain.id))
      noteChanges(frame, chain.id, wanted.from, facts?.simulation)
      return hash
    },
  }
  return approvalOf(context ? withSigner(steps, context) : steps)
}

/** The transaction whose place another takes, and what the person wants by it. */
type Replacing = { way: Detour; old: PendingTransaction }

const confirmedStop: Notice = { title: { key: 'pending.done' }, body: { key: 'pending.done.body' } }

/** It came too late: nothing can take the place of what is confirmed. */
const isConfirmed = ({ facts }: TransactionViewInput, { old }: Replacing): boolean =>
  facts.confirmed !== undefined && facts.confirmed > old.nonce

/**
 * The screen of a transaction that takes the place of one that waits: the person asked for it, so nothing is warned of
 * that only a site could mean badly.
 */
export function replacementView(input: TransactionViewInput, replacing: Replacing): ApprovalView {
  const { way, old } = replacing
  const view = transactionView({ ...input, own: way })
  const nonce = text(String(old.nonce))
  const gas = BigInt(old.maxFeePerGas) * input.transaction.gas
  // What is taken besides gas is the same for both, or else the two could not be compared.
  const was = withL1Part({ expected: gas, most: gas }, input.facts.l1).most
  const { fee: choice, pending: _, caps: __, ...rest } = view
  return {
    ...rest,
    ...(choice ? { fee: choice } : {}),
    title: way === 'cancel' ? 'pending.cancel' : 'pending.speedUp',
    ...(way === 'cancel' ? { sentence: { key: 'pending.cancel.say', values: { nonce } } } : {}),
    facts: [
      {
        label: 'row.replaces',
        value: text(`#${old.nonce}`),
        note: { key: 'value.wasAtMost', values: { amount: nativeAmount(input.chain, was, 'up') } },
      },
      ...view.facts,
    ],
    approve: way === 'cancel' ? 'pending.cancel.approve' : 'pending.speedUp',
    stop: isConfirmed(input, replacing) ? confirmedStop : view.stop,
  }
}

/**
 * `eth_sendTransaction` by the plain account: filled in, decoded, simulated, shown; signed by keys and sent by the frame.
 *
 * @throws RequestBlockedError, RpcParamsError; from signing also ChainRefusedError, UncertainBroadcastError
 */
export async function transactionApproval(
  frame: ChainContext,
  request: RpcRequest,
  context: ApprovalContext,
): Promise<Approval<ShownTransaction>> {
  const params = Array.isArray(request.params) ? request.params : []
  const place = { chainId: request.chain.id, address: context.account }
  const wanted = parseOrRefuse(() => parseTransactionRequest(params, place))
  await refuseOwnTargets([wanted], context.accounts)
  return plainTransactionApproval(frame, request, wanted, context)
}
