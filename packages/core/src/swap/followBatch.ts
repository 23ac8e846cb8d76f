import { pause } from '@latchkey/std/pause'
import { request } from '../connection/request.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import type { BatchOutcome, CallsAbility } from '../interfaces/Swap.ts'

/** How often a wallet is asked, and for how long while the page is in sight, ms. */
const INTERVAL = 2_000
const LONGEST = 180_000
/** Questions in a row that may fail, as while a device is offline. */
const MOST_FAILURES = 5

type Batch = { calls: CallsAbility; network: Network; id: string }

/**
 * How a batch of calls ends, as its wallet tells. While the page is hidden nobody is asked, and that time does not count.
 *
 * @throws what the wallet answers five times in a row; Error when it has not ended after three minutes
 */
export async function followBatch(config: Config, { calls, network, id }: Batch): Promise<BatchOutcome> {
  const { signal } = config.runtime
  let failures = 0
  for (let left = LONGEST; !signal.aborted && left > 0; ) {
    const began = performance.now()
    const isSeen = globalThis.document?.visibilityState !== 'hidden'
    if (isSeen) {
      try {
        const answer = await request(config, calls.status(id), { namespace: network.chainNamespace })
        const status = calls.readStatus(answer)
        if (status !== 'pending') return { status: status === 'success' ? 'success' : 'reverted' }
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === MOST_FAILURES) throw error
      }
    }
    await pause(INTERVAL, signal)
    if (isSeen) left -= performance.now() - began
  }
  throw new Error('The wallet has not said how the calls ended.')
}
