import { readSimulation } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Simulation } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askBalances, readBalances } from '../allowances/allowances.ts'
import { partiesOf } from '../clearSigning/describedView.ts'
import { feeHistoryCall, keptL1Fee, readFeeHistory, usualTip } from '../fees/fees.ts'
import type { NamedCalls, PlainCallsFacts, WantedCall } from '../model/transaction.ts'
import { nextNonce, pendingOf } from '../pending/pendingTransactions.ts'
import { askChain, askCode, askTokens, quantityOf, readCode, readTokens, resultOf } from '../rpc/readChain.ts'
import { learnMore } from '../transaction/transactionFacts.ts'

const callOf = (from: string, { to, value, data }: WantedCall) => ({
  from,
  ...(to === null ? {} : { to }),
  value: toQuantity(value),
  input: data,
})

function questions(from: string, calls: readonly WantedCall[], decoded: readonly DecodedCall[]): NamedCalls {
  const simulated = { calls: calls.map((call) => callOf(from, call)) }
  const simulation = [{ blockStateCalls: [simulated], traceTransfers: true, validation: false }, 'latest']
  const asked: NamedCalls = new Map<string, RpcCall>([
    ['nonce', { method: 'eth_getTransactionCount', params: [from, 'pending'] }],
    ['balance', { method: 'eth_getBalance', params: [from, 'latest'] }],
    ['block', { method: 'eth_getBlockByNumber', params: ['latest', false] }],
    ['tip', { method: 'eth_maxPriorityFeePerGas', params: [] }],
    ['tips', feeHistoryCall],
    ['simulation', { method: 'eth_simulateV1', params: simulation }],
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

type SimulatedCalls = readonly { logs?: unknown; status?: unknown; gasUsed?: unknown }[]

function simulatedCalls(result: unknown, count: number): SimulatedCalls | undefined {
  const block = Array.isArray(result) ? (result[0] as { calls?: unknown } | null) : undefined
  return Array.isArray(block?.calls) && block.calls.length === count ? block.calls : undefined
}

/** All calls as one: what is moved in the end. One that fails makes the whole fail. */
function together(calls: SimulatedCalls, from: string): Simulation | undefined {
  const failed = calls.find(({ status }) => quantityOf(status) !== 1n)
  const logs = calls.flatMap((call) => (Array.isArray(call.logs) ? (call.logs as unknown[]) : []))
  const gas = calls.reduce((sum, { gasUsed }) => sum + (quantityOf(gasUsed) ?? 0n), 0n)
  const one = failed ?? { status: '0x1', gasUsed: toQuantity(gas), logs }
  return readSimulation([{ calls: [one] }], from as `0x${string}`)
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
  const simulated = simulatedCalls(resultOf(outcomes, 'simulation'), calls.length)
  const simulation = simulated && together(simulated, from)
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
  const nonce = nextNonce(counted, pendingOf(frame, chain.id, from))
  const each = calls.map((_, index) => simulated && readSimulation([{ calls: [simulated[index]] }], from))
  return {
    nonces: calls.map((_, index) => nonce + index),
    each,
    gas: calls.map((_, index) => gasOf(each[index], quantityOf(resultOf(outcomes, `gas:${index}`)))),
    facts: {
      decoded: { kind: 'batch', to: from, value: 0n, calls: decoded },
      nonce,
      balance: required(quantityOf(resultOf(outcomes, 'balance')), 'balance'),
      baseFee: required(quantityOf(block?.baseFeePerGas), 'baseFee'),
      tip: quantityOf(resultOf(outcomes, 'tip')) ?? usualTip,
      tips: readFeeHistory(resultOf(outcomes, 'tips')),
      gas: { ok: true, units: simulation?.gasUsed ?? 0n },
      simulation,
      simulatedAt: frame.now(),
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
  const { baseFee, tip, tips } = shown.facts
  const { l1 } = now
  return {
    ...now,
    gas: now.gas.map((units, index) => keptGas(shown.gas[index], units)),
    facts: { ...now.facts, baseFee, tip, tips },
    ...(l1 ? { l1: l1.map((part, index) => keptL1Fee(shown.l1?.[index], part) ?? part) } : {}),
  }
}
