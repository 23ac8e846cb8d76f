import { expect, test } from 'vitest'
import { EnvelopeError, envelopeKey, open, seal } from './envelope.ts'

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
