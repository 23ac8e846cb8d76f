import { type ChainNamespace, isNamespace } from '@latchkey/core'

/** Longer than any id or address that a view takes. */
const LONGEST = 2_048

/** A member of what a page passed to a view: nothing but a text of its own. */
export function textParam(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'string' && member !== '' && member.length <= LONGEST ? member : undefined
}

/** A member that is a whole number. */
export function numberParam(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'number' && Number.isSafeInteger(member) ? member : undefined
}

export function namespaceParam(value: unknown, name: string): ChainNamespace | undefined {
  const text = textParam(value, name)
  return isNamespace(text) ? text : undefined
}
