import type { ChainRpc } from '../rpc/ChainRpc.ts'
import type { NamedCalls, NamedOutcomes } from './readTokens.ts'

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
