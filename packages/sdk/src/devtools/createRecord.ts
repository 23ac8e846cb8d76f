import type { Config, Observer } from '@latchkey/core'
import { type LogEntry, tellable } from '@latchkey/std/log'

/** A call over the bridge, or an event that the frame has told. Times are ms, sizes bytes of JSON. */
export type TrafficRow = {
  /** ms since the epoch */
  at: number
  name: string
  /** The JSON-RPC method that it carries. */
  method?: string | undefined
  id?: string | undefined
  sent?: number | undefined
  received?: number | undefined
  ms?: number | undefined
  outcome: 'waiting' | 'answered' | 'failed' | 'cancelled' | 'event'
  code?: number | undefined
}

/** A request of the page, and what came of it. */
export type RequestRow = {
  at: number
  method: string
  id?: string | undefined
  ms?: number | undefined
  outcome: 'waiting' | NonNullable<LogEntry['outcome']>
  code?: number | undefined
}

/** A step in the life of the frame: `notCreated`, `created`, `ready`, `lost`, `failed`. */
export type FrameRow = { at: number; status: string; code?: number | undefined }

export type Recorded = {
  traffic: readonly TrafficRow[]
  requests: readonly RequestRow[]
  frame: readonly FrameRow[]
}

export type Recording = {
  rows(): Recorded
  clear(): void
  stop(): void
}

/** Rows of each kind; the oldest go. */
const MOST_ROWS = 500

/** Adds one, or puts it in the place of the one of its id that waits. */
function put<Row extends { id?: string | undefined }>(rows: Row[], row: Row): void {
  const at = row.id === undefined ? -1 : rows.findLastIndex(({ id }) => id === row.id)
  if (at >= 0) rows[at] = { ...rows[at], ...row, at: (rows[at] as { at?: number }).at }
  else rows.push(row)
  if (rows.length > MOST_ROWS) rows.shift()
}

/**
 * Looks on at what happens on a page, from now on: names, times, sizes and codes, no contents. Nobody who is looked at waits
 * for it.
 *
 * @param changed called after each row
 */
export function createRecord(config: Config, changed: () => void): Recording {
  const { runtime } = config
  const traffic: TrafficRow[] = []
  const requests: RequestRow[] = []
  const frame: FrameRow[] = [{ at: Date.now(), status: config.frame.getState().status }]
  const observe: Observer = (entry) => {
    const { kind, at, name, method, id, bytes, ms, code, outcome } = tellable(entry)
    if (kind === 'call') put(traffic, { at, name, method, id, sent: bytes, outcome: 'waiting' })
    if (kind === 'reply') {
      const ended = code === undefined ? 'answered' : 'failed'
      put(traffic, { at, name, method, id, received: bytes, ms, code, outcome: ended })
    }
    if (kind === 'event') put(traffic, { at, name, received: bytes, outcome: 'event' })
    if (kind === 'cancel') put(traffic, { at, name, id, outcome: 'cancelled' })
    if (kind === 'request') put(requests, { at, method: name, id, outcome: 'waiting' })
    if (kind === 'decision') put(requests, { at, method: name, id, ms, code, outcome: outcome ?? 'refused' })
    if (kind === 'frame') frame.push({ at, status: name, code })
    if (frame.length > MOST_ROWS) frame.shift()
    changed()
  }
  runtime.observers ??= new Set()
  runtime.observers.add(observe)
  return {
    rows: () => ({ traffic: [...traffic], requests: [...requests], frame: [...frame] }),
    clear() {
      for (const rows of [traffic, requests, frame]) rows.length = 0
      changed()
    },
    stop() {
      runtime.observers?.delete(observe)
      if (runtime.observers?.size === 0) delete runtime.observers
    },
  }
}
