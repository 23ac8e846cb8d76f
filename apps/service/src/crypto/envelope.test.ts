import { expect, test } from 'vitest'
import { EnvelopeError, envelopeKey, open, rewrap, seal } from './envelope.ts'

const key = envelopeKey(new Uint8Array(32).fill(7))
const plaintext = new Uint8Array([1, 2, 3])

test('opens under the same key and context', () => {
  expect(open(key, 'v1|a', seal(key, 'v1|a', plaintext))).toEqual(plaintext)
})

test('two seals of one record share nothing but their head', () => {
  const [one, two] = [seal(key, 'c', plaintext).split('.'), seal(key, 'c', plaintext).split('.')]
  expect(one.slice(0, 2)).toEqual(two.slice(0, 2))
  for (const part of [2, 3, 4]) expect(one[part]).not.toBe(two[part])
})

test('refuses another context, another key and changed bytes', () => {
  const sealed = seal(key, 'v1|a', plaintext)
  expect(() => open(key, 'v1|b', sealed)).toThrow(EnvelopeError)
  expect(() => open(envelopeKey(new Uint8Array(32)), 'v1|a', sealed)).toThrow(/sealed under key/)
  const parts = sealed.split('.')
  for (const part of [2, 3, 4]) {
    const bytes = Buffer.from(parts[part] ?? '', 'base64url')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    const changed = parts
      .map((text, index) => (index === part ? bytes.toString('base64url') : text))
      .join('.')
    expect(() => open(key, 'v1|a', changed)).toThrow(EnvelopeError)
  }
  expect(() => open(key, 'v1|a', 'nonsense')).toThrow(EnvelopeError)
})

const old = new Uint8Array(32).fill(8)
const rotated = envelopeKey(new Uint8Array(32).fill(9), [old])

test('a record under an earlier key opens, and is under the current one once it is wrapped anew', () => {
  const sealed = seal(envelopeKey(old), 'v1|a', plaintext)
  expect(open(rotated, 'v1|a', sealed)).toEqual(plaintext)
  const moved = rewrap(rotated, sealed)
  if (!moved) throw new Error('The record was not wrapped anew.')
  expect(moved.split('.')[1]).toBe(rotated.id)
  expect(moved.split('.').slice(3)).toEqual(sealed.split('.').slice(3))
  const { id, key: current } = rotated
  expect(open({ id, key: current }, 'v1|a', moved)).toEqual(plaintext)
  expect(() => open(envelopeKey(old), 'v1|a', moved)).toThrow(EnvelopeError)
  expect(rewrap(rotated, moved)).toBeNull()
})

test('wrapping anew refuses an unknown key, changed bytes and other text', () => {
  expect(() => rewrap(rotated, seal(key, 'c', plaintext))).toThrow(/sealed under key/)
  const [version, id, wrapped = '', ...rest] = seal(envelopeKey(old), 'c', plaintext).split('.')
  const bytes = Buffer.from(wrapped, 'base64url')
  bytes[3] = (bytes[3] ?? 0) ^ 1
  expect(() => rewrap(rotated, [version, id, bytes.toString('base64url'), ...rest].join('.'))).toThrow(
    EnvelopeError,
  )
  expect(() => rewrap(rotated, 'v1.x')).toThrow(EnvelopeError)
})

test('a record written before there was any rotation still opens', () => {
  // Sealed by the first release under the key of 32 sevens.
  const first =
    'v1.15f433c0.-aQzfM6ZHTRHZXu9HrAVSMlUFcf6fTGzjBhJAFpeMO4Xb8ZsiX9O8w.XVv2_yshkY1ko6Om.7b_WEA0xbztBCXj5RfAojYpCcg'
  expect(open(key, 'v1|a', first)).toEqual(plaintext)
})
