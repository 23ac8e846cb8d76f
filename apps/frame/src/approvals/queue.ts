/** Requests waiting behind the visible one, at most. */
export const maxWaiting = 5
/** This many rejections within `rejectionWindow` ms bring a pause of `pause` ms. */
export const maxRejections = 3
export const rejectionWindow = 60_000
export const pause = 30_000

export type Phase =
  /** behind the visible one */
  | 'waiting'
  /** visible, not all of it is known yet */
  | 'preparing'
  /** visible, complete: `hash` names exactly what is shown */
  | 'ready'
  /** a person approved it: being signed */
  | 'approved'

export type Entry = { id: string; phase: Phase; hash: string | null }

export type QueueState = {
  /** The first one is on the screen. */
  entries: readonly Entry[]
  /** Times of recent rejections, ms. */
  rejections: readonly number[]
  pausedUntil: number
}

export type QueueEvent =
  | { type: 'request'; id: string; now: number }
  /** The person does something else first: it comes before the visible one, which is prepared anew afterwards. */
  | { type: 'detour'; id: string }
  | { type: 'prepared'; id: string; hash: string }
  /** What is shown changed: an approval of the former content no longer counts. */
  | { type: 'changed'; id: string }
  | { type: 'approve'; id: string; hash: string }
  | { type: 'reject'; id: string; now: number }
  | { type: 'abort'; id: string }
  /** The person lets the site ask again. */
  | { type: 'lift' }
  /** Signing failed before there was a signature: it can be approved again. */
  | { type: 'failed'; id: string }
  | { type: 'settled'; id: string }

export type Effect =
  | { type: 'show'; id: string }
  | { type: 'sign'; id: string; hash: string }
  | { type: 'refuse'; id: string; why: 'full' | 'paused' | 'rejected' | 'aborted' }

export type Step = { state: QueueState; effects: readonly Effect[] }

export const emptyQueue: QueueState = { entries: [], rejections: [], pausedUntil: 0 }

const unchanged = (state: QueueState): Step => ({ state, effects: [] })

function replace(state: QueueState, id: string, change: Partial<Entry>): QueueState {
  const entries = state.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
  return { ...state, entries }
}

/** Takes an entry away; the next one is shown if it was the visible one. */
function remove(state: QueueState, id: string, effects: readonly Effect[]): Step {
  const [visible, ...rest] = state.entries
  if (visible?.id !== id)
    return { state: { ...state, entries: state.entries.filter((entry) => entry.id !== id) }, effects }
  const [next, ...others] = rest
  if (!next) return { state: { ...state, entries: [] }, effects }
  return {
    state: { ...state, entries: [{ ...next, phase: 'preparing' }, ...others] },
    effects: [...effects, { type: 'show', id: next.id }],
  }
}

function request(state: QueueState, id: string, now: number): Step {
  if (state.entries.some((entry) => entry.id === id)) return unchanged(state)
  if (now < state.pausedUntil) return { state, effects: [{ type: 'refuse', id, why: 'paused' }] }
  if (state.entries.length > maxWaiting) return { state, effects: [{ type: 'refuse', id, why: 'full' }] }
  const visible = state.entries.length === 0
  const entry: Entry = { id, phase: visible ? 'preparing' : 'waiting', hash: null }
  const next = { ...state, entries: [...state.entries, entry] }
  return { state: next, effects: visible ? [{ type: 'show', id }] : [] }
}

/** Only what is visible and not approved yet can be put off, and for one thing at a time. No pause holds it up. */
function detour(state: QueueState, id: string): Step {
  const [visible, ...others] = state.entries
  const full = state.entries.length > maxWaiting + 1
  if (!visible)
    return {
      state: { ...state, entries: [{ id, phase: 'preparing', hash: null }] },
      effects: [{ type: 'show', id }],
    }
  if (full || visible.phase === 'approved' || state.entries.some((entry) => entry.id === id))
    return unchanged(state)
  const entry: Entry = { id, phase: 'preparing', hash: null }
  const entries = [entry, { ...visible, phase: 'waiting', hash: null } as const, ...others]
  return { state: { ...state, entries }, effects: [{ type: 'show', id }] }
}

function reject(state: QueueState, entry: Entry, now: number): Step {
  if (entry.phase === 'approved') return unchanged(state)
  const rejections = [...state.rejections.filter((time) => now - time < rejectionWindow), now]
  const paused = rejections.length >= maxRejections
  const counted = {
    ...state,
    rejections: paused ? [] : rejections,
    pausedUntil: paused ? now + pause : state.pausedUntil,
  }
  return remove(counted, entry.id, [{ type: 'refuse', id: entry.id, why: 'rejected' }])
}

/**
 * The approval queue: one visible request, five behind it, a pause after repeated rejections. The only way to a `sign`
 * effect is an `approve` of the visible entry that carries the hash of what is shown.
 */
export function stepQueue(state: QueueState, event: QueueEvent): Step {
  if (event.type === 'request') return request(state, event.id, event.now)
  if (event.type === 'detour') return detour(state, event.id)
  if (event.type === 'lift') return unchanged({ ...state, rejections: [], pausedUntil: 0 })
  const entry = state.entries.find(({ id }) => id === event.id)
  if (!entry) return unchanged(state)
  const { id, phase } = entry
  switch (event.type) {
    case 'prepared':
      if (phase !== 'preparing') return unchanged(state)
      return unchanged(replace(state, id, { phase: 'ready', hash: event.hash }))
    case 'changed':
      if (phase !== 'ready') return unchanged(state)
      return unchanged(replace(state, id, { phase: 'preparing', hash: null }))
    case 'approve':
      if (phase !== 'ready' || entry.hash !== event.hash) return unchanged(state)
      return {
        state: replace(state, id, { phase: 'approved' }),
        effects: [{ type: 'sign', id, hash: event.hash }],
      }
    case 'reject':
      return reject(state, entry, event.now)
    case 'abort':
      // Once approved, the signature may exist: its result must not get lost.
      if (phase === 'approved') return unchanged(state)
      return remove(state, id, [{ type: 'refuse', id, why: 'aborted' }])
    case 'failed':
      return phase === 'approved' ? unchanged(replace(state, id, { phase: 'ready' })) : unchanged(state)
    case 'settled':
      return phase === 'approved' ? remove(state, id, []) : unchanged(state)
  }
}
