import type { IncomingMessage } from 'node:http'
import { type AdmissionRules, admit } from './admit.ts'
import { createBuckets } from './bucketsByKey.ts'
import { type CountAll, inAMinute } from './countAll.ts'
import { createQuota } from './quota.ts'
import type { RefusalStatus } from './RelayEvent.ts'

/** A socket that may be opened. `release` is called once it is over. */
export type Entry = { clientId: string; address: string; release: () => void }

/**
 * Decides who gets a socket: counts by address and project, and asks `admit`.
 *
 * @param addressOf where a caller is counted
 */
export function createGate(
  rules: AdmissionRules,
  addressOf: (request: IncomingMessage) => string,
  countAll: CountAll,
) {
  const { limits, now } = rules
  const upgrades = createBuckets(limits.upgradeBurst, limits.upgradesPerSecond, now)
  const all = createQuota(limits.sockets)
  const addresses = createQuota(limits.socketsPerAddress)
  const projects = createQuota(limits.socketsPerProject)
  const most = inAMinute(limits.upgradeBurst, limits.upgradesPerSecond)

  return async function enter(request: IncomingMessage): Promise<{ refusal: RefusalStatus } | Entry> {
    const address = addressOf(request)
    // Before anything that costs: a signature takes a few milliseconds to check.
    if (!upgrades.take(address)) return { refusal: 429 }
    const counted = await countAll(`upgrades:${address}`, 1, most).catch(() => undefined)
    if (!counted) return { refusal: counted === false ? 429 : 503 }
    const held = [all.take(''), addresses.take(address)]
    const release = () => {
      for (const give of held) give?.()
    }
    const admission = held.every(Boolean) ? await admit(rules, request) : { refusal: 429 as const }
    if (!('refusal' in admission)) held.push(projects.take(admission.projectId))
    if (!('refusal' in admission) && held.every(Boolean))
      return { clientId: admission.clientId, address, release }
    release()
    return { refusal: 'refusal' in admission ? admission.refusal : 429 }
  }
}
