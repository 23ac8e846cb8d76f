type Entry = { id: string; due: number }

/**
 * Tells when calls are overdue, with one timer per distinct time-out instead of one per call: calls with the same
 * time-out fall due in the order they were made, so only the oldest needs watching. A timer costs more than a call.
 *
 * @param isPending whether the call still waits; entries of answered calls are forgotten when their turn comes
 * @param expire called once for each overdue call
 * @param now a clock in ms that never goes back
 */
export function createDeadlines(
  isPending: (id: string) => boolean,
  expire: (id: string) => void,
  now: () => number,
) {
  const queues = new Map<number, Entry[]>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  const check = (timeout: number, queue: Entry[]) => {
    timers.delete(timeout)
    const time = now()
    let done = 0
    for (const entry of queue) {
      if (isPending(entry.id)) {
        // Timers may fire a fraction of a millisecond early.
        if (entry.due > time + 1) break
        expire(entry.id)
      }
      done++
    }
    queue.splice(0, done)
    arm(timeout, queue)
  }
  const arm = (timeout: number, queue: Entry[]) => {
    const first = queue[0]
    if (!first || timers.has(timeout)) return
    timers.set(
      timeout,
      setTimeout(() => check(timeout, queue), Math.max(0, first.due - now())),
    )
  }

  return {
    /** @param timeout ms from now */
    add(id: string, timeout: number) {
      let queue = queues.get(timeout)
      if (!queue) {
        queue = []
        queues.set(timeout, queue)
      }
      // Answered calls at the head are done with; without this a busy hour would fill the queue.
      while (queue[0] && !isPending(queue[0].id)) queue.shift()
      queue.push({ id, due: now() + timeout })
      arm(timeout, queue)
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      queues.clear()
    },
  }
}
