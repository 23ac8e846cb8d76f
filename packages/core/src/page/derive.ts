import { callListener } from '@latchkey/std/reportError'

/** A state that can be read and followed: a vanilla store, or what is computed from some. */
export type Readable<State> = {
  getState(): State
  /** What a server renders, and a browser's first paint with it. */
  getInitialState(): State
  /** Calls the listener after each change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

export type Peek = <State>(slice: Readable<State>) => State
const now: Peek = (slice) => slice.getState()
const initially: Peek = (slice) => slice.getInitialState()

const isSame = (one: object, other: object): boolean => {
  const [left, right] = [one, other].map((value) => Object.entries(value))
  return (
    left?.length === right?.length &&
    (left ?? []).every(([key, value]) => Object.is(value, (other as Record<string, unknown>)[key]))
  )
}

/**
 * Computes a state from slices. The answer is the same object until one of its fields changes. What a listener throws is
 * reported as an uncaught error: it must not stop who changes the state.
 */
export function derive<State extends object>(
  slices: readonly Pick<Readable<unknown>, 'subscribe'>[],
  read: (peek: Peek) => State,
): Readable<State> {
  const keep = (peek: Peek) => {
    let last = read(peek)
    return () => {
      const next = read(peek)
      if (!isSame(last, next)) last = next
      return last
    }
  }
  const getState = keep(now)
  return {
    getState,
    getInitialState: keep(initially),
    subscribe(listener) {
      let seen = getState()
      const follow = () => {
        const next = getState()
        if (next === seen) return
        seen = next
        callListener(listener, undefined)
      }
      const stops = slices.map((slice) => slice.subscribe(follow))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
