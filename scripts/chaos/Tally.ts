import type { IncomingHttpHeaders } from 'node:http'

/** What became of a call. `unreachable`: no process took the connection. `cut`: it was lost before the answer. */
export type Outcome =
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; body: string }
  | { kind: 'unreachable' | 'cut' | 'stuck' }

/** Somebody who was told that they are signed in, with a wallet; `isThere` asks the service for both. */
export type Acknowledged = { isThere(): Promise<boolean>; beganAt: number }

/** What happened while one fault lasted. */
export type Tally = {
  note(path: string, outcome: Outcome, ms: number): void
  acknowledged: Acknowledged[]
  /** People who could not finish within the bound, with the last thing they were told. */
  gaveUp: string[]
  read(): TallyReading
}

export type TallyReading = {
  calls: number
  /** 429 and 503: come again. */
  toldToWait: number
  unreachable: number
  cut: number
  stuck: number
  /** Of calls that were answered, in ms. */
  slowest: number
  /** Answers that are none of a healthy service, such as 500, with how often. */
  wrong: ReadonlyMap<string, number>
}

/** A conflict or a code that is used up follows an answer that was lost; a silent node is an answer of 502. */
const EXPECTED = new Set([200, 409, 410, 429, 502, 503])

export function createTally(): Tally {
  const counts = { calls: 0, toldToWait: 0, unreachable: 0, cut: 0, stuck: 0, slowest: 0 }
  const wrong = new Map<string, number>()
  return {
    acknowledged: [],
    gaveUp: [],
    note(path, outcome, ms) {
      counts.calls += 1
      if (outcome.kind !== 'answer') {
        counts[outcome.kind] += 1
        return
      }
      counts.slowest = Math.max(counts.slowest, ms)
      if (outcome.status === 429 || outcome.status === 503) counts.toldToWait += 1
      if (EXPECTED.has(outcome.status)) return
      const what = `${outcome.status} ${path.split('?')[0]?.replace(/[\w-]{22,}/g, ':id')}`
      wrong.set(what, (wrong.get(what) ?? 0) + 1)
    },
    read: () => ({ ...counts, wrong }),
  }
}
