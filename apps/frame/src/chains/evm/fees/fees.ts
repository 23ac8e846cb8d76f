import { l1FeeCalls, readL1Fee } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { BaseError } from '@latchkey/errors'
import { type ChainInfo, quantity } from '@latchkey/protocol'
import { withDeadline } from '@latchkey/std/deadline'
import * as z from 'zod/mini'
import type { RpcCall, RpcOutcome } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type {
  Fee,
  FeeLevel,
  FeeLevels,
  KnownL1Fee,
  NamedCalls,
  NamedOutcomes,
  NetworkPrice,
  Tips,
  TransactionFacts,
} from '../model/transaction.ts'
import { askChain } from '../rpc/readChain.ts'

/** ms after which the network may ask for another fee: less than that would wait, more would be paid for nothing. */
export const feeAge = 600_000

/** Tips are believed up to so many times what the network suggests. */
const tipLimit = 10n
/** wei; a suggestion that is nearly nothing is no measure below this: five gwei. */
const leastLimit = 5_000_000_000n

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
/** Tips when the network does not suggest one, wei: one gwei. */
export const usualTip = 1_000_000_000n

/** The smaller one; `Math.min` takes no bigint. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Without a history a slow one pays what is suggested: many networks take nothing below it. */
function tipsOf({ tip, tips }: NetworkPrice): Tips {
  const [low, middle, high] = tips ?? [tip, tip, tip * 2n]
  const limit = larger(tip * tipLimit, leastLimit)
  const slow = least(low, limit)
  const normal = larger(slow, least(middle, limit))
  return [slow, normal, larger(normal, least(high, limit))]
}

/** `room`: the most base fee that is accepted, in hundredths of today's. */
function levelOf(baseFee: bigint, tip: bigint, room: bigint, floor: FeeLevel | undefined): FeeLevel {
  const maxPriorityFeePerGas = larger(tip, floor?.maxPriorityFeePerGas ?? 0n)
  const cap = (baseFee * room + 99n) / 100n + maxPriorityFeePerGas
  return { maxFeePerGas: larger(cap, floor?.maxFeePerGas ?? 0n), maxPriorityFeePerGas }
}

/**
 * The fees that the wallet offers. The base fee rises by an eighth a block at most (EIP-1559): slow bears one full block
 * and a little, normal six in a row, fast nine. None is ever above the next.
 *
 * @param floor what a replacement has to pay at least
 */
export function feeLevels(price: NetworkPrice, floor?: FeeLevel): FeeLevels {
  const { baseFee } = price
  const [slow, normal, fast] = tipsOf(price)
  return {
    slow: levelOf(baseFee, slow, 125n, floor),
    normal: levelOf(baseFee, normal, 200n, floor),
    fast: levelOf(baseFee, fast, 300n, floor),
  }
}

const raised = (fee: bigint): bigint => (fee * 110n + 99n) / 100n + 1n

/** What nodes ask of a transaction that takes another's place: a tenth more, of both fees. One wei goes on top. */
export const replacementFloor = ({ maxFeePerGas, maxPriorityFeePerGas }: FeeLevel): FeeLevel => ({
  maxFeePerGas: raised(maxFeePerGas),
  maxPriorityFeePerGas: raised(maxPriorityFeePerGas),
})

/**
 * How many times today's price for storing can be paid. Nothing in a transaction bounds it. The price of Ethereum's
 * blocks rises by an eighth a block at most (EIP-1559, EIP-4844): five full ones in a row, a minute, and a few bytes by
 * which the compressed size is wrong.
 */
const room = 2n

/** Adds what an OP-Stack network takes besides gas to what the gas costs. undefined: the network takes no such thing. */
export function withL1Part({ expected, most }: Fee, l1: KnownL1Fee | undefined): Fee {
  if (l1 === undefined) return { expected, most }
  if (l1 === 'unknown') return { expected, most, storing: 'unknown' }
  const { storing, operator } = l1
  return { expected: expected + storing + operator, most: most + storing * room + operator, storing }
}

/** wei; what the account must have for the network to take the transaction now, besides what it sends. */
export const neededFor = ({ most, storing }: Fee): bigint =>
  typeof storing === 'bigint' ? most - storing * (room - 1n) : most

const both = (a: Fee['storing'], b: Fee['storing']): Fee['storing'] => {
  if (a === 'unknown' || b === 'unknown') return 'unknown'
  return a === undefined && b === undefined ? undefined : (a ?? 0n) + (b ?? 0n)
}

/** What several transactions cost together. */
export function sumOfFees(fees: readonly Fee[]): Fee {
  return fees.reduce(
    (all, fee) => {
      const storing = both(all.storing, fee.storing)
      const expected = all.expected + fee.expected
      return { expected, most: all.most + fee.most, ...(storing === undefined ? {} : { storing }) }
    },
    { expected: 0n, most: 0n },
  )
}

/**
 * What goes on standing on the screen, though it was asked anew: what was shown, until it could cost more than was said.
 * A price that moves a little must not make anybody approve twice.
 */
export function keptL1Fee(
  shown: KnownL1Fee | undefined,
  now: KnownL1Fee | undefined,
): KnownL1Fee | undefined {
  if (shown === undefined || shown === 'unknown' || now === undefined || now === 'unknown') return shown
  const nothing = { expected: 0n, most: 0n }
  return withL1Part(nothing, now).expected > withL1Part(nothing, shown).most ? now : shown
}

/** The percentiles of the tips in a block that are asked for: slow, normal, fast. */
const percentiles = [10, 50, 90] as const
/** Blocks that are looked back on. */
const blocks = 12

export const feeHistoryCall: RpcCall = {
  method: 'eth_feeHistory',
  params: [`0x${blocks.toString(16)}`, 'latest', percentiles],
}

const tipsOfBlock = z.array(quantity()).check(z.minLength(3), z.maxLength(3))
const feeHistory = z.object({
  gasUsedRatio: z.array(z.number().check(z.gte(0), z.lte(1))).check(z.maxLength(1_024)),
  reward: z.array(tipsOfBlock).check(z.maxLength(1_024)),
})

const middle = (values: readonly bigint[]): bigint =>
  values.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor((values.length - 1) / 2)] ?? 0n

/**
 * Reads the answer of `eth_feeHistory`: the median block's tips. Blocks without transactions tell nothing. undefined where
 * there is no answer, or nothing in it.
 */
export function readFeeHistory(answer: unknown): Tips | undefined {
  const parsed = feeHistory.safeParse(answer)
  if (!parsed.success) return undefined
  const { reward, gasUsedRatio } = parsed.data
  const told = reward.filter((_, index) => (gasUsedRatio[index] ?? 0) > 0)
  if (told.length === 0) return undefined
  const at = (index: number) => middle(told.map((tips) => BigInt(tips[index] ?? 0)))
  return [at(0), at(1), at(2)]
}

/** ms; nobody waits longer for an oracle. */
const patience = 3_000

/** The answers, as far as they come in time. It rejects for nothing but an abort. */
async function askInTime(
  frame: ChainContext,
  chainId: number,
  calls: NamedCalls,
  signal: AbortSignal,
): Promise<NamedOutcomes> {
  const nothing: NamedOutcomes = new Map()
  const outcomes = await withDeadline({ ms: patience, signal }, (limit) =>
    askChain(frame.chain, chainId, calls, limit),
  ).catch(() => nothing)
  signal.throwIfAborted()
  return outcomes
}

/** JSON-RPC error of a call that the contract reverted (EIP-1474 leaves it open; nodes say 3, or say so in words). */
function isReverted(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const { rpcCode, rpcMessage } = error.data ?? {}
  return rpcCode === 3 || (typeof rpcMessage === 'string' && /revert/i.test(rpcMessage))
}

/** The result; null: the contract reverted; undefined: not known. */
const answerOf = (outcome: RpcOutcome | undefined): unknown => {
  if (!outcome || outcome.ok) return outcome?.result
  return isReverted(outcome.error) ? null : undefined
}

/**
 * What the network takes for transactions besides their gas, each as it would be signed. It never waits longer than
 * three seconds: a fee that is not known is warned of, and keeps nobody from signing.
 *
 * @returns one for each transaction; empty for a network that takes no such fee
 * @throws the reason of `signal`, nothing else
 */
export async function readL1Fees(
  frame: ChainContext,
  chain: ChainInfo,
  transactions: readonly ShownTransaction[],
  signal: AbortSignal,
): Promise<readonly KnownL1Fee[]> {
  if (chain.l1Fee === undefined) return []
  const calls: NamedCalls = new Map()
  transactions.forEach((transaction, index) => {
    const [storing, operator] = l1FeeCalls(transaction)
    calls.set(`storing:${index}`, storing).set(`operator:${index}`, operator)
  })
  const outcomes = await askInTime(frame, chain.id, calls, signal)
  return transactions.map((transaction, index) => {
    const answers = ['storing', 'operator'].map((name) => answerOf(outcomes.get(`${name}:${index}`)))
    return readL1Fee(transaction, answers) ?? 'unknown'
  })
}

/** EIP-7825: no transaction may have more gas. */
const gasCap = 2n ** 24n

/** The estimate with a fifth on top, since the state can move before the network runs it; a plain transfer needs none. */
export const withMargin = (units: bigint): bigint =>
  units === 21_000n ? units : least((units * 12n) / 10n, gasCap)

/** wei; what it could cost with the wallet's own choice of gas and fees. */
export function usualFee({ gas }: ShownTransaction, facts: TransactionFacts): bigint {
  const units = facts.gas.ok ? withMargin(facts.gas.units) : gas
  const usual = units * feeLevels(facts).normal.maxFeePerGas
  return withL1Part({ expected: usual, most: usual }, facts.l1).most
}
