import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { expect, it } from 'vitest'
import { isZone } from './nameSettings.ts'

const isNormal = (text: string): boolean => {
  try {
    return normalize(text) === text
  } catch {
    return false
  }
}

it.each(['wallet.example.eth', 'a.b', '0-0.eth', 'a--b.eth', 'ab-c.eth'])('%s is a zone', (zone) => {
  expect(isZone(zone)).toBe(true)
})

it.each([
  'eth',
  '',
  '.eth',
  'a..eth',
  'xn--a.eth',
  'a.xn--b',
  '-a.eth',
  'a-.eth',
  'A.eth',
  'a_b.eth',
  'ä.eth',
])('%j is none', (zone) => {
  expect(isZone(zone)).toBe(false)
})

it('what is a zone is normal for ENS, and what is normal and of these letters is a zone', () => {
  const label = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
      const hasEdge = labels.some((one) => one.startsWith('-') || one.endsWith('-'))
      const zone = labels.join('.')
      expect(isZone(zone)).toBe(!hasEdge && isNormal(zone))
    }),
    { numRuns: 2_000 },
  )
})
