import { expect, test } from 'vitest'
import { createIdSource } from './randomId.ts'

test('an id is 128 bits in unpadded base64url, and new each time', () => {
  const nextId = createIdSource()
  const ids = Array.from({ length: 1_000 }, nextId)
  expect(new Set(ids).size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{21}[AQgw]$/)
})

test('the encoding is that of RFC 4648 section 5', () => {
  const draws: Uint8Array[] = []
  const source = crypto.getRandomValues
  crypto.getRandomValues = ((array: Uint8Array<ArrayBuffer>) => {
    source.call(crypto, array)
    draws.push(array.slice())
    return array
  }) as typeof source
  try {
    const nextId = createIdSource()
    for (let index = 0; index < 64; index++) {
      const id = nextId()
      const bytes = draws[0]?.subarray(index * 16, index * 16 + 16)
      expect(id).toBe(Buffer.from(bytes ?? []).toString('base64url'))
    }
  } finally {
    crypto.getRandomValues = source
  }
})
