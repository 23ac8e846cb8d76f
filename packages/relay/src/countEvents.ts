import type { RelayEvent, RelayStats } from './RelayEvent.ts'

type Counts = Omit<RelayStats, 'sockets' | 'subscriptions'>

/** Sums events up. */
export function createCounts(): { add: (event: RelayEvent) => void; read: () => Counts } {
  const counts: Counts = {
    opened: 0,
    refused: 0,
    stored: 0,
    repeated: 0,
    delivered: 0,
    acknowledged: 0,
    calls: {},
  }
  return {
    add(event) {
      if (event.type === 'call') counts.calls[event.method] = (counts.calls[event.method] ?? 0) + 1
      else if (event.type !== 'closed') counts[event.type] += 1
    },
    read: () => ({ ...counts, calls: { ...counts.calls } }),
  }
}
