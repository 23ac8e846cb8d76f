import { startDeadline } from '@latchkey/std/deadline'

/** No place came free: whoever is behind the gate is slow or silent. */
export class GateFullError extends Error {
  override name = 'GateFullError'
}

export type Gate = {
  /**
   * Runs work as soon as there is a place. Who leaves while waiting gives the place in the queue back.
   *
   * @throws GateFullError when too many wait already, or when there is no place in time or before `signal` aborts
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export type GateLimits = {
  /** How many work at once. */
  atOnce: number
  /** How many more wait for their turn; everybody else is refused at once. */
  waiting: number
  /** How long one waits, ms. */
  patience: number
}

/**
 * Bounds what is under way towards one upstream, so that a silent one cannot take all sockets and memory.
 */
export function createGate({ atOnce, waiting, patience }: GateLimits): Gate {
  let free = atOnce
  // In the order of arrival.
  const queue = new Set<() => void>()

  const leave = () => {
    const [next] = queue
    if (next) next()
    else free += 1
  }
  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted || queue.size >= waiting) return reject(new GateFullError())
      const limit = startDeadline(patience, signal)
      const admit = () => {
        queue.delete(admit)
        limit.clear()
        resolve()
      }
      limit.signal.addEventListener('abort', () => {
        queue.delete(admit)
        reject(new GateFullError())
      })
      queue.add(admit)
    })

  return {
    async run(signal, work) {
      if (free > 0) free -= 1
      else await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
