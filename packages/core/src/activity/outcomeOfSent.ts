import { outcomeOf } from '../assets/outcomeOf.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import { followBatch } from '../swap/followBatch.ts'

/** How something ends that was sent. `late`: it was waited for, and nobody knows what became of it. */
export type SentOutcome = 'confirmed' | 'failed' | 'late'

type Sent = { network: Network; method: string; answer: unknown }

/**
 * How something ends that a wallet has sent. The network is asked, while the page is in sight, and for three minutes.
 *
 * @param sent what the wallet was asked, and has answered
 * @returns undefined where nobody waits for blocks, or the answer names nothing
 */
export async function outcomeOfSent(config: Config, sent: Sent): Promise<SentOutcome | undefined> {
  const waiting = await waitFor(config, sent)
  if (!waiting) return undefined
  return waiting.outcome.then(
    ({ status }) => (status === 'reverted' ? 'failed' : 'confirmed'),
    () => (config.runtime.signal.aborted ? undefined : 'late'),
  )
}

/** In an object: a promise within a promise is waited for at once. */
async function waitFor(config: Config, { network, method, answer }: Sent) {
  const adapter = config.adapters[network.chainNamespace]
  if (!adapter?.waitForTransaction) return undefined
  if (method !== 'wallet_sendCalls' && typeof answer === 'string')
    return { outcome: outcomeOf(config, network, answer) }
  const { readHash, calls } = (await adapter.transfers?.()) ?? {}
  // The first version of EIP-5792 answers a text, and never says that calls have failed.
  const id = typeof answer === 'string' ? undefined : calls?.readBatch(answer)
  if (calls && id !== undefined) return { outcome: followBatch(config, { calls, network, id }) }
  const hash = readHash?.(answer)
  return hash === undefined ? undefined : { outcome: outcomeOf(config, network, hash) }
}
