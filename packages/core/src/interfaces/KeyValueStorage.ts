/** A string store that never throws. */
export type KeyValueStorage = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}
