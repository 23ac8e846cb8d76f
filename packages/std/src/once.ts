/**
 * Makes something when it is first asked for, and keeps it.
 *
 * @param make called once; what it throws is thrown to that call, and the next one tries again
 * @example
 * const words = once(() => text.split(' '))
 * words() === words() // true
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
