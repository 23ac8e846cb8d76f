import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesOrigin, parseOriginPattern } from './originPattern.ts'

describe('R6-26 entries that are taken', () => {
  test.each([
    ['https://app.example.com', 'production', 'https://app.example.com', 'com'],
    ['https://app.example.com/', 'production', 'https://app.example.com', 'com'],
    ['https://APP.Example.com:8443', 'production', 'https://app.example.com:8443', 'com'],
    ['https://example.com:443', 'production', 'https://example.com', 'com'],
    ['https://*.example.co.uk', 'production', 'https://*.example.co.uk', 'co.uk'],
    ['https://bücher.example', 'production', 'https://xn--bcher-kva.example', 'example'],
    ['https://me.pages.dev', 'production', 'https://me.pages.dev', 'pages.dev'],
    ['http://app.localhost:5173', 'development', 'http://app.localhost:5173', 'localhost'],
    ['http://localhost', 'development', 'http://localhost', 'localhost'],
    ['http://127.0.0.1:5173', 'development', 'http://127.0.0.1:5173', ''],
    ['https://*.pages.dev', 'development', 'https://*.pages.dev', 'pages.dev'],
    ['https://*.vercel.app', 'development', 'https://*.vercel.app', 'vercel.app'],
  ] as const)('%s (%s)', (text, mode, pattern, publicSuffix) => {
    expect(parseOriginPattern(text, mode)).toEqual({ pattern, publicSuffix })
  })
})

describe('R6-27 entries that are refused', () => {
  test.each([
    ['http://app.example.com', 'production'],
    ['http://app.example.com', 'development'],
    ['http://localhost:5173', 'production'],
    ['http://localhost.example.com', 'development'],
    ['https://*.pages.dev', 'production'],
    ['https://*.vercel.app', 'production'],
    ['https://*.ngrok-free.app', 'production'],
    ['https://*.com', 'production'],
    ['https://*.com', 'development'],
    ['https://*.co.uk', 'development'],
    ['https://*', 'production'],
    ['https://*.127.0.0.1', 'development'],
    ['https://a*.example.com', 'production'],
    ['https://app.*.com', 'production'],
    ['https://*.*.example.com', 'production'],
    ['https://app.example.com/path', 'production'],
    ['https://app.example.com?x', 'production'],
    ['https://user@app.example.com', 'production'],
    ['https://user:pw@app.example.com', 'production'],
    ['https://app.example.com.', 'production'],
    ['https://app.example.com:*', 'production'],
    ['app.example.com', 'production'],
    ['*', 'production'],
    ['null', 'production'],
    ['', 'production'],
    ['javascript:alert(1)', 'development'],
    ['https://app.example.com; script-src *', 'production'],
    ['https://app.example.com https://evil.example', 'production'],
    ["https://app.example.com;'unsafe-inline'", 'production'],
  ] as const)('%s (%s)', (text, mode) => {
    expect(() => parseOriginPattern(text, mode)).toThrow(/is not an origin that may be allowed/)
  })
})

describe('R6-26 matching', () => {
  const allowed = ['https://app.example.com', 'https://*.dapp.example', 'https://x.example:8443'].map(
    (text) => parseOriginPattern(text, 'production'),
  )
  test.each(['https://app.example.com', 'https://a.dapp.example', 'https://x.example:8443'])(
    '%s',
    (origin) => {
      expect(matchesOrigin(origin, allowed)).toBe(true)
    },
  )
  test.each([
    'http://app.example.com',
    'https://app.example.com:444',
    'https://app.example.com.',
    'https://app.example.com.evil.example',
    'https://evilapp.example.com',
    'https://dapp.example',
    'https://a.b.dapp.example',
    'https://adapp.example',
    'https://.dapp.example',
    'https://*.dapp.example',
    'https://x.example',
    'https://app.example.com/',
    'https://user@app.example.com',
    'https://APP.example.com',
    'null',
    '',
    'https://',
  ])('not %s', (origin) => {
    expect(matchesOrigin(origin, allowed)).toBe(false)
  })
  test('no text is taken that is not an origin', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(matchesOrigin(text, allowed)).toBe(false)
      }),
    )
  })
})
