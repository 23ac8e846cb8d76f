import type { Locks } from './crossTabLock.ts'

export type TabChannel = { tell(): void; listen(run: () => void): void }

/**
 * A bell between the tabs of this partition. It carries no data: whoever hears it reads the records again.
 * Where the browser has no such channel, tabs find out when they read the records next.
 */
export function openTabChannel(): TabChannel {
  try {
    const channel = new BroadcastChannel('latchkey-keys')
    return {
      tell: () => channel.postMessage('changed'),
      listen: (run) => channel.addEventListener('message', () => run()),
    }
  } catch {
    return { tell: () => undefined, listen: () => undefined }
  }
}

/** `navigator.locks`, where reading it is not refused. */
export function browserLocks(): Locks | undefined {
  try {
    const { locks } = navigator as { locks?: LockManager }
    return locks && { request: (name, options, run) => locks.request(name, options, run) }
  } catch {
    return undefined
  }
}
