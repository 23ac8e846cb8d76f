/** A copy-free deep freeze of plain data, so that what is shown is what is signed. Cycles cannot occur in parsed data. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Reflect.ownKeys(value)) deepFreeze((value as Record<PropertyKey, unknown>)[key])
  return Object.freeze(value)
}
