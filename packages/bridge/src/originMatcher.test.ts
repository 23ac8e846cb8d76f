import { describe, expect, test } from 'vitest'
import { isOriginAllowed } from './originMatcher.ts'
import { acceptedOrigins, allowedPatterns, hostileOrigins } from './testing/originTable.ts'
import { publicSuffixes, refusedPatterns } from './testing/patternTable.ts'

const rows = Object.entries(hostileOrigins).flatMap(([trick, origins]) =>
  origins.map((origin) => [trick, origin] as const),
)

describe('isOriginAllowed', () => {
  test('the table holds at least 200 different hostile origins', () => {
    expect(new Set(rows.map(([, origin]) => origin)).size).toBeGreaterThanOrEqual(200)
  })
  test.each(rows)('refuses by %s: %j', (_trick, origin) => {
    expect(isOriginAllowed(origin, allowedPatterns)).toBe(false)
  })
  test.each(acceptedOrigins)('R6-26 accepts %s', (origin) => {
    expect(isOriginAllowed(origin, allowedPatterns)).toBe(true)
  })
  test.each(refusedPatterns)('R6-27 the pattern %j does not allow %s', (pattern, origin) => {
    const isPublicSuffix = (host: string) => publicSuffixes.has(host)
    expect(isOriginAllowed(origin, [pattern], { isPublicSuffix })).toBe(false)
  })
  test('a development project may allow a wildcard over a shared host', () => {
    expect(isOriginAllowed('https://mine.vercel.app', ['https://*.vercel.app'])).toBe(true)
  })
  test('no pattern allows nothing', () => {
    expect(isOriginAllowed('https://app.example.com', [])).toBe(false)
  })
  test('an origin that is not text is refused without throwing', () => {
    for (const value of [
      null,
      undefined,
      0,
      {},
      [],
      Symbol('x'),
      { toString: () => 'https://app.example.com' },
    ])
      expect(isOriginAllowed(value as string, allowedPatterns)).toBe(false)
  })
})
