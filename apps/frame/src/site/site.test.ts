import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from './plainText.ts'
import { registrableDomain, siteIdentity } from './siteIdentity.ts'

describe('foreign text', () => {
  test.each([
    ['Swap\u202Eppa', 'Swapppa'],
    ['a\u200Bb\u200Dc\uFEFFd', 'abcd'],
    ['line\none\r\ntwo\tthree', 'line one two three'],
    ['\u2066iso\u2069late', 'isolate'],
    ['tag\u{E0041}ged', 'tagged'],
    ['  wide   space  ', 'wide space'],
    ['\u0000\u0007bell', 'bell'],
    ['hangul\u3164filler', 'hangulfiller'],
    ['z\u0300\u0301\u0302\u0303\u0304\u0305', 'z\u0300\u0301\u0302'],
  ])('%j', (text, plain) => expect(plainText(text, 40)).toBe(plain))

  test('is capped by what a person counts', () => {
    expect(plainText('abcdef', 4)).toBe('abc…')
    expect(plainText('äöüß', 4)).toBe('äöüß')
  })

  test('never keeps a character that hides or reorders, and never grows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        const plain = plainText(text, max)
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u)
        expect([...new Intl.Segmenter('en').segment(plain)].length).toBeLessThanOrEqual(max)
      }),
    )
  })
})

describe('who asks', () => {
  test.each([
    ['app.example.co.uk', 'co.uk', 'example.co.uk'],
    ['a.b.example.com', 'com', 'example.com'],
    ['example.com', 'com', 'example.com'],
    ['app.localhost', 'localhost', 'app.localhost'],
    ['user.github.io', 'github.io', 'user.github.io'],
    ['github.io', 'github.io', 'github.io'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['notexample.com', 'example.com', 'notexample.com'],
    ['x.example', undefined, 'x.example'],
  ])('%s under %s', (host, suffix, registrable) => expect(registrableDomain(host, suffix)).toBe(registrable))

  test('takes the suffix of the pattern that matched', () => {
    const patterns = [
      { pattern: 'https://app.example.com', publicSuffix: 'com' },
      { pattern: 'https://*.shop.co.uk', publicSuffix: 'co.uk' },
    ]
    expect(siteIdentity('https://a.shop.co.uk', patterns)).toEqual({
      origin: 'https://a.shop.co.uk',
      scheme: 'https://',
      prefix: 'a.',
      registrable: 'shop.co.uk',
      port: '',
      punycode: false,
      insecure: false,
    })
    expect(siteIdentity('http://app.localhost:5173', [])).toMatchObject({ port: ':5173', insecure: true })
  })

  test('a name in another script is shown in punycode and marked', () => {
    const identity = siteIdentity('https://xn--pple-43d.com', [
      { pattern: 'https://xn--pple-43d.com', publicSuffix: 'com' },
    ])
    expect(identity).toMatchObject({ registrable: 'xn--pple-43d.com', punycode: true })
  })
})
