import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedDataArbitrary } from '../testing/arbitraryTypedData.ts'
import { parseTypedData } from './signTypedData.ts'

/** Every place in `value` that holds an object: the key that leads there, from the outside in. */
function objectsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, item]) => objectsIn(item, [...path, key]))
  return Array.isArray(value) ? inner : [path, ...inner]
}

function at(value: unknown, path: readonly string[]): Record<string, unknown> {
  return path.reduce(
    (current, key) => current[key] as Record<string, unknown>,
    value as Record<string, unknown>,
  )
}

test('parsing is total: valid data is accepted, and its own copy too', () => {
  fc.assert(
    fc.property(typedDataArbitrary, (data) => {
      const parsed = parseTypedData(data)
      const again = { ...parsed, types: Object.fromEntries(parsed.types) }
      expect(parseTypedData(again)).toEqual(parsed)
    }),
  )
})

test('one key more or one key less, anywhere in the message or the domain, is refused', () => {
  fc.assert(
    fc.property(
      typedDataArbitrary,
      fc.nat(),
      fc.boolean(),
      fc.constantFrom('domain', 'message'),
      (data, pick, more, part) => {
        const copy = structuredClone(data)
        const places = objectsIn(copy[part as 'domain' | 'message'])
        const place = at(copy[part as 'domain' | 'message'], places[pick % places.length] ?? [])
        if (more) place.extra = 1
        else delete place[Object.keys(place)[0] ?? '']
        expect(() => parseTypedData(copy)).toThrow('typed data is not valid')
      },
    ),
  )
})

test('whatever is thrown at it, it answers or refuses with its own error', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (types, domain, message) => {
      for (const input of [types, { types, primaryType: 'A', domain, message }]) {
        expect(() => parseTypedData(input)).toThrow('typed data is not valid')
      }
    }),
  )
})
