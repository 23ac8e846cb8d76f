/** Runs one task at a time, in the order of asking. */
export type Exclusive = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Makes a queue of its own. A task that fails does not stop the next.
 *
 * @example
 * const oneLogin = createExclusive()
 * await oneLogin(() => submitCode('123456'))
 */
export function createExclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task, task)
    last = run.catch(() => undefined)
    return run
  }
}
