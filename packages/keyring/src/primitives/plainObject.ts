/** An object as JSON makes it: no array, no class, no inherited key. */
export type PlainObject = Readonly<Record<string, unknown>>

/** Whether `value` is an object whose prototype adds nothing. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Whether the own keys of `value` are just `keys`, in any order: none missing, none more, no symbol. */
export function hasExactKeys(value: PlainObject, keys: readonly string[]): boolean {
  const own = Reflect.ownKeys(value)
  return own.length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}
