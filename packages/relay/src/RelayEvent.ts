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

/** Why a socket was refused, by the HTTP status that says so. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 429 | 503

/** What happened, for counters: no topic, message, client, project or address. */
export type RelayEvent =
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'refused'; status: RefusalStatus }
  | { type: 'call'; method: string; outcome: 'ok' | 'refused' | 'failed' }
  | { type: 'stored' }
  | { type: 'repeated' }
  | { type: 'delivered' }
  | { type: 'acknowledged' }

/** Sums of the events since the relay was created, and what is there now. */
export type RelayStats = {
  sockets: number
  subscriptions: number
  opened: number
  refused: number
  stored: number
  repeated: number
  delivered: number
  acknowledged: number
  /** Calls by method, whatever their outcome. */
  calls: Record<string, number>
}
