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
