/** Anything that goes wrong comes to the same: nothing is said. */
export function orNull<T>(attempt: () => T): T | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
