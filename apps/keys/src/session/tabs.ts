import type { Locks } from './tokenSource.ts'

export type TabChannel = { tell(): void; listen(run: () => void): void }

/**
 * A bell between the tabs of this partition. It carries no data: whoever hears it reads the records again. It rings
 * too when the browser shows a page again that it had kept out of use, where nothing is heard.
 * Where the browser has no such channel, tabs find out when they read the records next.
 *
 * @param open throws where the browser refuses
 */
export function openTabChannel(open = () => new BroadcastChannel('latchkey-keys')): TabChannel {
  const channel = tryTo(open)
  return {
    tell: () => channel?.postMessage('changed'),
    listen(run) {
      channel?.addEventListener('message', () => run())
      addEventListener('pageshow', ({ persisted }) => persisted && run())
    },
  }
}

function tryTo(open: () => BroadcastChannel): BroadcastChannel | undefined {
  try {
    return open()
  } catch {
    return undefined
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
