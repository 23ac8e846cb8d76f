import type { DecodedCall, Simulation, TriedCall, TriedCalls } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askBalances, readBalances } from '../allowances/allowances.ts'
import { partiesOf } from '../clearSigning/describedView.ts'
import { feeHistoryCall, feeLevels, keptL1Fee, least, readFeeHistory, usualTip } from '../fees/fees.ts'
import type { NamedCalls, NetworkPrice, PlainCallsFacts, WantedCall } from '../model/transaction.ts'
import { nextNonces, pendingOf } from '../pending/pendingTransactions.ts'
import { askChain, askCode, askTokens, quantityOf, readCode, readTokens, resultOf } from '../rpc/readChain.ts'
import { simulate, worseTrial } from '../rpc/simulate.ts'
import { readSuspicions } from '../transaction/suspicions.ts'
import { learnMore } from '../transaction/transactionFacts.ts'

const callOf = (from: string, { to, value, data }: WantedCall) => ({
  from,
  ...(to === null ? {} : { to }),
  value: toQuantity(value),
  input: data,
})

function questions(from: string, calls: readonly WantedCall[], decoded: readonly DecodedCall[]): NamedCalls {
  const asked: NamedCalls = new Map<string, RpcCall>([
    ['nonce', { method: 'eth_getTransactionCount', params: [from, 'pending'] }],
    ['balance', { method: 'eth_getBalance', params: [from, 'latest'] }],
    ['block', { method: 'eth_getBlockByNumber', params: ['latest', false] }],
    ['tip', { method: 'eth_maxPriorityFeePerGas', params: [] }],
    ['tips', feeHistoryCall],
  ])
  calls.forEach((call, index) => {
    asked.set(`gas:${index}`, { method: 'eth_estimateGas', params: [callOf(from, call)] })
  })
  for (const call of decoded) {
    const { tokens, contracts } = partiesOf(call)
    askTokens(asked, tokens)
    askCode(asked, contracts)
  }
  askBalances(asked, calls, from)
  return asked
}

/**
 * What was used is less than what is needed at the height of it: a fifth can be given back (EIP-3529), and calls within
 * calls get 63 of 64 parts. A plain transfer needs what it uses. Alone, a call's own estimate is more exact, but a later
 * call may not work alone.
 */
function gasOf(simulation: Simulation | undefined, estimate: bigint | undefined): bigint | undefined {
  const used = simulation?.gasUsed
  if (used === undefined || used === 21_000n) return used ?? estimate
  const room = (used * 5n) / 4n
  return estimate !== undefined && estimate > room ? estimate : room
}

/** EIP-7825: no transaction may have more gas. */
const gasCap = 2n ** 24n

type InTurn = {
  from: `0x${string}`
  calls: readonly WantedCall[]
  /** Units of gas that the network thinks each needs alone. */
  estimates: readonly (bigint | undefined)[]
  /** wei */
  balance: bigint
  price: NetworkPrice
  block: unknown
}

/**
 * Tries the calls, each in a block of its own, and all in one. How much gas they need shows only then: first they get what the
 * account can pay for, then what will be signed, so that no contract can tell the trial by its gas.
 */
async function simulateInTurn(
  frame: ChainContext,
  chainId: number,
  { from, calls, estimates, balance, price, block }: InTurn,
  signal: AbortSignal,
): Promise<TriedCalls | undefined> {
  const fees = feeLevels(price).normal
  const rest = balance - calls.reduce((sum, { value }) => sum + value, 0n)
  const room = least(gasCap, rest / (BigInt(calls.length) * (fees.maxFeePerGas || 1n)))
  if (room < 21_000n) return undefined
  const withGas = (gasAt: (index: number) => bigint | undefined) =>
    calls.map((call, index): TriedCall => ({ from, ...call, ...fees, gas: gasAt(index) }))
  const apart = (tried: readonly TriedCall[]) => tried.map((call) => ({ calls: [call] }))
  const roomy = withGas(() => room)
  const inOne = { account: from, blocks: apart(roomy), again: [{ calls: roomy }] }
  const first = await simulate(frame, chainId, inOne, signal, block)
  if (!first) return undefined
  const blocks = apart(withGas((index) => gasOf(first.each[index], estimates[index])))
  return worseTrial(first, await simulate(frame, chainId, { account: from, blocks }, signal, block))
}

function required(value: bigint | undefined, name: string): bigint {
  if (value === undefined) throw new ChainUnreachableError({ details: `The network left out ${name}` })
  return value
}

/**
 * Asks the network everything about calls of a plain account that run one after the other.
 *
 * @throws ChainUnreachableError when what is needed to sign did not come
 */
export async function readPlainCalls(
  frame: ChainContext,
  chain: ChainInfo,
  from: `0x${string}`,
  calls: readonly WantedCall[],
  decoded: readonly DecodedCall[],
  signal: AbortSignal,
): Promise<PlainCallsFacts> {
  const outcomes = await askChain(frame.chain, chain.id, questions(from, calls, decoded), signal)
  const block = resultOf(outcomes, 'block') as { baseFeePerGas?: unknown } | null | undefined
  const balance = required(quantityOf(resultOf(outcomes, 'balance')), 'balance')
  const price: NetworkPrice = {
    baseFee: required(quantityOf(block?.baseFeePerGas), 'baseFee'),
    tip: quantityOf(resultOf(outcomes, 'tip')) ?? usualTip,
    tips: readFeeHistory(resultOf(outcomes, 'tips')),
  }
  const estimates = calls.map((_, index) => quantityOf(resultOf(outcomes, `gas:${index}`)))
  const [tried, suspicions] = await Promise.all([
    simulateInTurn(frame, chain.id, { from, calls, estimates, balance, price, block }, signal),
    readSuspicions(frame, chain.id, from, decoded, block, signal),
  ])
  const simulation = tried?.together
  const parties = decoded.map(partiesOf)
  const named = {
    tokens: readTokens(
      outcomes,
      parties.flatMap(({ tokens }) => tokens),
    ),
    contracts: readCode(
      outcomes,
      parties.flatMap(({ contracts }) => contracts),
    ),
  }
  const known = await learnMore(frame, chain.id, simulation, named, signal)
  const counted = Number(required(quantityOf(resultOf(outcomes, 'nonce')), 'nonce'))
  const nonces = nextNonces(counted, pendingOf(frame, chain.id, from), calls.length)
  const each = calls.map((_, index) => tried?.each[index])
  return {
    nonces,
    each,
    gas: calls.map((_, index) => gasOf(each[index], estimates[index])),
    facts: {
      decoded: { kind: 'batch', to: from, value: 0n, calls: decoded },
      nonce: nonces[0] ?? counted,
      balance,
      ...price,
      gas: { ok: true, units: simulation?.gasUsed ?? 0n },
      simulation,
      suspicions,
      simulatedAt: frame.now(),
      readAt: frame.now(),
      ...known,
      balances: readBalances(outcomes, calls),
      recipientUnused: undefined,
    },
  }
}

const keptGas = (shown: bigint | undefined, now: bigint | undefined): bigint | undefined =>
  shown !== undefined && (now === undefined || now <= shown) ? shown : now

/**
 * What goes on standing on the screen, though all of it was asked anew: the gas and the price that were shown, as long
 * as the network would take the transactions with them. A price that moves a little must not make anybody approve
 * twice. What the calls do is what the network says now.
 *
 * @param mostPerGas wei a unit of gas that the transactions pay at most
 */
export function keptCallsFacts(
  shown: PlainCallsFacts,
  now: PlainCallsFacts,
  mostPerGas: bigint,
): PlainCallsFacts {
  if (now.facts.baseFee > mostPerGas) return now
  const { baseFee, tip, tips, readAt } = shown.facts
  const { l1 } = now
  return {
    ...now,
    gas: now.gas.map((units, index) => keptGas(shown.gas[index], units)),
    facts: { ...now.facts, baseFee, tip, tips, readAt },
    ...(l1 ? { l1: l1.map((part, index) => keptL1Fee(shown.l1?.[index], part) ?? part) } : {}),
  }
}
