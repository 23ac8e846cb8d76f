import { nextBlocks, readSimulation, simulationParams, worseSimulation } from '@latchkey/chain-evm/decode'
import type { Simulation, TriedAnswer, TriedBlock, TriedCalls } from '@latchkey/chain-evm/decode/model'
import { bytesToHex } from '@latchkey/std/hex'
import type { RpcOutcome } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'

/** Calls of an account as they are to be tried. */
export type Trial = {
  account: `0x${string}`
  blocks: readonly TriedBlock[]
  /** The same in other blocks, for the second time. */
  again?: readonly TriedBlock[]
  /** The answers that are the account's own; all of them when left out. */
  answers?: (all: readonly TriedAnswer[]) => readonly TriedAnswer[] | undefined
}

/** ms after which a simulation says too little about now. */
export const simulationAge = 15_000

/** Asks for what the latest block has. */
export const latestBlock = { method: 'eth_getBlockByNumber', params: ['latest', false] }

const answerOf = (outcome: RpcOutcome | undefined, { account, answers }: Trial): TriedCalls | undefined =>
  outcome?.ok ? readSimulation(outcome.result, account, answers) : undefined

/** 32 bytes that no contract can know. */
export const random32 = () => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))

/** What two trials of the same calls come to; undefined: one of them told nothing. */
export function worseTrial(
  first: TriedCalls | undefined,
  second: TriedCalls | undefined,
): TriedCalls | undefined {
  if (!first || !second || first.each.length !== second.each.length) return undefined
  return {
    each: first.each.map((one, index) => worseSimulation(one, second.each[index] as Simulation)),
    together: worseSimulation(first.together, second.together),
  }
}

/**
 * Tries calls in two different blocks that could be the next one, with the fees that they will pay, and gives the worse of
 * both. By the network's own rules where the node keeps them, since without them it may show a contract a base fee of
 * nothing; a node that refuses is asked without them.
 *
 * @param block what `eth_getBlockByNumber` said of the latest one; it is asked for when left out
 * @returns undefined when the network cannot tell
 * @throws the reason of `signal`, nothing else
 */
export async function simulate(
  frame: ChainContext,
  chainId: number,
  trial: Trial,
  signal: AbortSignal,
  block?: unknown,
): Promise<TriedCalls | undefined> {
  try {
    const latest = block ?? (await frame.chain.request(chainId, latestBlock, signal))
    const [around, other] = nextBlocks(latest, random32())
    for (const validation of [true, false]) {
      const params = [
        simulationParams(trial.blocks, around, validation),
        simulationParams(trial.again ?? trial.blocks, other, validation),
      ]
      const calls = params.map((one) => ({ method: 'eth_simulateV1', params: one }))
      const [first, second] = await frame.chain.batch(chainId, calls, signal)
      if (first?.ok || second?.ok) return worseTrial(answerOf(first, trial), answerOf(second, trial))
    }
  } catch (error) {
    if (signal.aborted) throw error
  }
  return undefined
}
