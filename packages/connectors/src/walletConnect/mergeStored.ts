import { isRecord } from '@latchkey/std/isRecord'

/** What an entry of a list goes by: the client's lists have one of these. */
const nameOf = (entry: unknown): string => {
  const { id, topic, target } = isRecord(entry) ? entry : {}
  return JSON.stringify(id ?? topic ?? target ?? entry)
}

/** The entries of a list or a record by their names; undefined for anything else. */
function entriesOf(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.map((entry) => [nameOf(entry), entry]))
  return isRecord(value) ? new Map(Object.entries(value)) : undefined
}

/**
 * What a tab has changed in a list or record, put upon what another tab of the site has stored meanwhile: that one's
 * entries stay.
 *
 * @param before what the tab held when it last read or wrote it
 * @param own what it holds now
 * @param stored what is stored now
 * @example mergeStored({ a: 1 }, { a: 1, b: 2 }, { a: 1, c: 3 }) // { a: 1, c: 3, b: 2 }
 */
export function mergeStored(before: unknown, own: unknown, stored: unknown): unknown {
  const mine = entriesOf(own)
  const merged = entriesOf(stored)
  if (!mine || !merged || Array.isArray(own) !== Array.isArray(stored)) return own
  const was = entriesOf(before) ?? new Map<string, unknown>()
  for (const [name, entry] of mine)
    if (!was.has(name) || JSON.stringify(was.get(name)) !== JSON.stringify(entry)) merged.set(name, entry)
  for (const name of was.keys()) if (!mine.has(name)) merged.delete(name)
  return Array.isArray(own) ? [...merged.values()] : Object.fromEntries(merged)
}
