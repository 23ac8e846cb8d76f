import { askKeys } from './askKeys.ts'
import type { KeysConnection } from './KeysConnection.ts'

/**
 * Has keys check the session with the service, unless that was done less than `maxAge` ms ago. Nobody waits for it: if the
 * session has ended, keys says so.
 */
export type SessionSync = (maxAge: number) => void

/** Makes the check of one frame. A check that failed counts as none. */
export function createSessionSync(keys: KeysConnection, now: () => number): SessionSync {
  let syncedAt: number | null = null
  return (maxAge) => {
    const startedAt = now()
    if (syncedAt !== null && startedAt - syncedAt < maxAge) return
    syncedAt = startedAt
    askKeys(keys, 'syncSession', {}).catch(() => {
      if (syncedAt === startedAt) syncedAt = null
    })
  }
}
