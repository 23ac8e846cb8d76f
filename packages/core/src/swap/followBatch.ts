import { pause } from '@latchkey/std/pause'
import { request } from '../connection/request.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import type { BatchOutcome, CallsAbility } from '../interfaces/Swap.ts'

/** How often a wallet is asked, and for how long, ms. */
const INTERVAL = 2_000
const LONGEST = 180_000

/**
 * How a batch of calls ends, as its wallet tells. While the page is hidden nobody is asked.
 *
 * @throws what the wallet answers; Error when it has not ended after three minutes
 */
export async function followBatch(
  config: Config,
  { calls, network, id }: { calls: CallsAbility; network: Network; id: string },
): Promise<BatchOutcome> {
  const { signal } = config.runtime
  const until = Date.now() + LONGEST
  while (!signal.aborted && Date.now() < until) {
    if (globalThis.document?.visibilityState !== 'hidden') {
      const answer = await request(config, calls.status(id), { namespace: network.chainNamespace })
      const status = calls.readStatus(answer)
      if (status !== 'pending') return { status: status === 'success' ? 'success' : 'reverted' }
    }
    await pause(INTERVAL, signal)
  }
  throw new Error('The wallet has not said how the calls ended.')
}
