/**
 * Freezes plain data all the way down, and returns it: what a screen shows and what is signed cannot come apart. The value
 * must be a tree, as JSON and schemas make it.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const key of Reflect.ownKeys(value)) deepFreeze((value as Record<PropertyKey, unknown>)[key])
  return Object.freeze(value)
}
