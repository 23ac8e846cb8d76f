import { decodeCall, revertReasonOf } from '@latchkey/chain-evm/decode'
import type {
  DecodedCall,
  ShownTransaction,
  Simulation,
  TransactionRequest,
} from '@latchkey/chain-evm/decode/model'
import { BaseError } from '@latchkey/errors'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { plainText } from '../../../site/plainText.ts'
import { askBalances, readBalances } from '../allowances/allowances.ts'
import { describeCall } from '../clearSigning/describeCall.ts'
import { partiesOf } from '../clearSigning/describedView.ts'
import { feeHistoryCall, readFeeHistory, usualTip } from '../fees/fees.ts'
import type {
  Known,
  NamedCalls,
  NamedOutcomes,
  PendingTransaction,
  TransactionFacts,
} from '../model/transaction.ts'
import {
  askPending,
  nextNonce,
  pendingOf,
  readConfirmed,
  readPending,
} from '../pending/pendingTransactions.ts'
import { askChain, askCode, askTokens, quantityOf, readCode, readTokens, resultOf } from '../rpc/readChain.ts'
import { simulate } from '../rpc/simulate.ts'

function required(value: bigint | undefined): bigint {
  if (value === undefined) throw new ChainUnreachableError({ details: 'The network left something out' })
  return value
}

function callOf({ from, to, value, data, gas }: TransactionRequest) {
  return {
    from,
    ...(to === null ? {} : { to }),
    value: `0x${value.toString(16)}`,
    data,
    ...(gas === undefined ? {} : { gas: `0x${gas.toString(16)}` }),
  }
}

function questions(
  transaction: TransactionRequest,
  decoded: DecodedCall,
  waiting: readonly PendingTransaction[],
): NamedCalls {
  const { from } = transaction
  const { tokens, contracts, recipient } = partiesOf(decoded)
  const calls: NamedCalls = new Map([
    ['nonce', { method: 'eth_getTransactionCount', params: [from, 'pending'] }],
    ['balance', { method: 'eth_getBalance', params: [from, 'latest'] }],
    ['block', { method: 'eth_getBlockByNumber', params: ['latest', false] }],
    ['tip', { method: 'eth_maxPriorityFeePerGas', params: [] }],
    ['tips', feeHistoryCall],
    ['gas', { method: 'eth_estimateGas', params: [callOf(transaction)] }],
  ])
  if (recipient !== null) {
    calls.set('usedNonce', { method: 'eth_getTransactionCount', params: [recipient, 'latest'] })
    calls.set('usedBalance', { method: 'eth_getBalance', params: [recipient, 'latest'] })
  }
  askBalances(calls, [transaction], from)
  askPending(calls, from, waiting)
  askTokens(calls, tokens)
  askCode(calls, contracts)
  return calls
}

/** The reason that a node gives for refusing an estimate, in its own words. */
function estimateOf(outcomes: NamedOutcomes): TransactionFacts['gas'] {
  const outcome = outcomes.get('gas')
  const units = outcome?.ok ? quantityOf(outcome.result) : undefined
  if (units !== undefined) return { ok: true, units }
  if (outcome?.ok !== false || !(outcome.error instanceof BaseError)) throw new ChainUnreachableError()
  const { data } = outcome.error
  if (data?.rpcCode === undefined) throw outcome.error
  const reason = revertReasonOf(data.rpcData) ?? String(data.rpcMessage ?? '')
  return { ok: false, reason: plainText(reason, 200) || null }
}

/** Whether nobody ever used an address, by what `usedNonce` and `usedBalance` were answered with; undefined: not known. */
export function recipientUnused(
  outcomes: NamedOutcomes,
  isContract: boolean | undefined,
): boolean | undefined {
  const nonce = quantityOf(resultOf(outcomes, 'usedNonce'))
  const balance = quantityOf(resultOf(outcomes, 'usedBalance'))
  if (nonce === undefined || balance === undefined || isContract === undefined) return undefined
  return nonce === 0n && balance === 0n && !isContract
}

type Knowledge = Pick<TransactionFacts, 'tokens' | 'contracts'>

/** How many tokens and spenders are looked up that only the simulation names. */
const lookUps = 20

/** The tokens and spenders that the simulation shows and the call did not name. */
function newcomers(simulation: Simulation | undefined, { tokens, contracts }: Knowledge) {
  const { changes = [], permissions = [] } = simulation ?? {}
  const assets = changes.flatMap(({ asset }) => (asset === null ? [] : [asset]))
  const unknown = (addresses: readonly string[], known: Known<unknown>) =>
    [...new Set(addresses.map((one) => one.toLowerCase()))].filter((one) => !known.has(one)).slice(0, lookUps)
  return {
    tokens: unknown([...assets, ...permissions.map(({ token }) => token)], tokens),
    spenders: unknown(
      permissions.map(({ spender }) => spender),
      contracts,
    ),
  }
}

/** Looks up whom only the simulation names. */
export async function learnMore(
  frame: ChainContext,
  chainId: number,
  simulation: Simulation | undefined,
  known: Knowledge,
  signal: AbortSignal,
): Promise<Knowledge> {
  const { tokens, spenders } = newcomers(simulation, known)
  if (tokens.length + spenders.length === 0) return known
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  askCode(calls, spenders)
  const outcomes = await askChain(frame.chain, chainId, calls, signal)
  return {
    tokens: new Map([...known.tokens, ...readTokens(outcomes, tokens)]),
    contracts: new Map([...known.contracts, ...readCode(outcomes, spenders)]),
  }
}

/**
 * Asks the network everything about a transaction but what it would do: that takes its gas and its fees.
 *
 * @throws ChainUnreachableError when what is needed to sign did not come
 */
export async function readTransactionFacts(
  frame: ChainContext,
  { chain }: RpcRequest,
  transaction: TransactionRequest,
  signal: AbortSignal,
): Promise<TransactionFacts> {
  const decoded = await describeCall(chain.id, transaction.from, decodeCall(transaction))
  const parties = partiesOf(decoded)
  const waiting = pendingOf(frame, chain.id, transaction.from)
  const outcomes = await askChain(frame.chain, chain.id, questions(transaction, decoded, waiting), signal)
  const block = resultOf(outcomes, 'block') as { baseFeePerGas?: unknown } | null | undefined
  const contracts = readCode(outcomes, parties.contracts)
  const { recipient } = parties
  const pending = readPending(frame, chain.id, transaction.from, outcomes)
  const isContract = recipient === null ? undefined : contracts.get(recipient.toLowerCase())
  return {
    decoded,
    nonce: nextNonce(Number(required(quantityOf(resultOf(outcomes, 'nonce')))), pending),
    balance: required(quantityOf(resultOf(outcomes, 'balance'))),
    baseFee: required(quantityOf(block?.baseFeePerGas)),
    tip: quantityOf(resultOf(outcomes, 'tip')) ?? usualTip,
    tips: readFeeHistory(resultOf(outcomes, 'tips')),
    pending,
    confirmed: readConfirmed(outcomes),
    balances: readBalances(outcomes, [transaction]),
    gas: estimateOf(outcomes),
    block,
    simulation: undefined,
    simulatedAt: frame.now(),
    readAt: frame.now(),
    tokens: readTokens(outcomes, parties.tokens),
    contracts,
    recipientUnused: recipientUnused(outcomes, isContract),
  }
}

/**
 * What a transaction would do, with the gas and the fees that it has; undefined when the network cannot tell.
 *
 * @param block the latest one, where it is known
 */
export async function simulateTransaction(
  frame: ChainContext,
  { from, to, value, data, chainId, ...transaction }: ShownTransaction,
  signal: AbortSignal,
  block?: unknown,
): Promise<Simulation | undefined> {
  const { gas, maxFeePerGas, maxPriorityFeePerGas, accessList } = transaction
  // Without an estimate it is refused before anybody signs: nobody knows what it would pay.
  const paid = gas === 0n ? {} : { gas, maxFeePerGas, maxPriorityFeePerGas }
  const trial = { account: from, blocks: [{ calls: [{ from, to, value, data, accessList, ...paid }] }] }
  return (await simulate(frame, chainId, trial, signal, block))?.together
}
