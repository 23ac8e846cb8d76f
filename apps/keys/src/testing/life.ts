import { expect } from 'vitest'
import { createMemoryStore, type RecordStore } from '../storage/recordStore.ts'
import { createFakeService } from './fakeService.ts'
import { createClock, openKeys } from './openKeys.ts'

export const EMAIL = 'ada@example.com'

/** Text as the hex that `signMessage` takes. */
export const hex = (text: string): `0x${string}` => `0x${Buffer.from(text).toString('hex')}`

/** Matches an error by its code, as a peer would. */
export const codeOf = (error: { code: number }) => expect.objectContaining({ code: error.code })

/** A fault that looks like a lost network. */
export const network = () => {
  throw new TypeError('Failed to fetch')
}

/** One service, one clock and one partition; `open` is a tab of it, and a reload when called again. */
export async function startLife() {
  const clock = createClock()
  const service = await createFakeService(clock.now)
  const store = createMemoryStore()
  return {
    clock,
    service,
    store,
    open: (
      options: { store?: RecordStore; hostOrigin?: string; whenIdle?: (run: () => void) => void } = {},
    ) => openKeys({ service, store, now: clock.now, ...options }),
    /** A tab of another browser. */
    openElsewhere: () => openKeys({ service, store: createMemoryStore(), now: clock.now }),
    releases: () => service.calls.filter((call) => call.endsWith('/release')).length,
    walletOf: (email: string) => service.accounts.users.get(email)?.wallet,
    /** Breaks the network at the call whose path ends so. */
    crashAt: (suffix: string, when: 'before' | 'after') =>
      service.setFault((at, { path }) => (at === when && path.endsWith(suffix) ? network() : undefined)),
    heal: () => service.setFault(() => undefined),
  }
}

export type Life = Awaited<ReturnType<typeof startLife>>
