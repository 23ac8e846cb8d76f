import type { ChainRpc, RpcCall, RpcOutcome } from '../../../context/ChainRpc.ts'

/** Runs named calls in one round trip, or in several of a hundred. */
export async function askChain(
  chain: ChainRpc,
  chainId: number,
  calls: NamedCalls,
  signal: AbortSignal,
): Promise<NamedOutcomes> {
  const names = [...calls.keys()]
  const all = [...calls.values()]
  const outcomes = new Map()
  for (let at = 0; at < all.length; at += 100) {
    const answers = await chain.batch(chainId, all.slice(at, at + 100), signal)
    answers.forEach((answer, index) => {
      outcomes.set(names[at + index], answer)
    })
  }
  return outcomes
}

/** Answers by lower-case address. */
export type Known<T> = ReadonlyMap<string, T>

/** A set of calls for one round trip, each found again under its name. */
export type NamedCalls = Map<string, RpcCall>

export type NamedOutcomes = ReadonlyMap<string, RpcOutcome>

/** The result of a named call; undefined when it failed. */
export const resultOf = (outcomes: NamedOutcomes, name: string): unknown => {
  const outcome = outcomes.get(name)
  return outcome?.ok ? outcome.result : undefined
}
