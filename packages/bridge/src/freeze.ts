/**
 * Freezes plain data all the way down, so that what a screen shows and what is signed cannot come apart.
 * The value must be a tree, as `boundedCopy` and a schema make it.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  Object.freeze(value)
  if (Array.isArray(value)) for (const entry of value) deepFreeze(entry)
  else for (const key in value) deepFreeze(value[key])
  return value
}
