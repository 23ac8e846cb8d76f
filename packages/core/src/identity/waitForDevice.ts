import { pause } from '@latchkey/std/pause'
import { RequestAbortedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import { DeviceWaitError } from './errors.ts'
import { requireIdentity } from './identityConnector.ts'

/** A request to the mailbox lives ten minutes; ms. */
const LONGEST = 11 * 60_000
/** The wallet holds each question for a while; one that it answers at once is not asked again at once, ms. */
const PAUSE = 1_000

/**
 * Waits until the person has approved this device from the mailbox; then the code is on its way. The wallet shows its own
 * screen meanwhile.
 *
 * @throws what the wallet rejects with (4131 refused, 4132 expired), DeviceWaitError after 11 min, or
 * RequestAbortedError
 */
export async function waitForDevice(
  config: Config,
  parameters: { signal?: AbortSignal } = {},
): Promise<void> {
  const { signal } = parameters
  const until = Date.now() + LONGEST
  const identity = await requireIdentity(config).identity()
  while (Date.now() < until) {
    if (signal?.aborted) throw new RequestAbortedError()
    if (await identity.checkDevice(signal ? { signal } : {})) return
    await pause(PAUSE, signal)
  }
  throw new DeviceWaitError()
}
