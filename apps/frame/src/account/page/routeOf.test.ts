import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultUriOf, routeOf } from './routeOf.ts'

const id = 'A'.repeat(22)
const secret = 'b'.repeat(43)

describe('routeOf', () => {
  test.each([
    ['/device', `#${secret}`, { page: 'device', token: secret }],
    ['/link', `#${secret}`, { page: 'link', token: secret }],
    ['/link', '#<script>', { page: 'link', token: '' }],
    ['/account', '', { page: 'account', join: null, socialReturn: null }],
    [
      '/account',
      `#join=${id}.${'k'.repeat(87)}`,
      { page: 'account', join: `${id}.${'k'.repeat(87)}`, socialReturn: null },
    ],
    ['/account', `#join=${id}`, { page: 'account', join: null, socialReturn: null }],
    ['/account', `#latchkey_social=${id}`, { page: 'account', join: null, socialReturn: id }],
    [
      '/account',
      `#latchkey_social=${id}.error.4121`,
      { page: 'account', join: null, socialReturn: `${id}.error.4121` },
    ],
    ['/account', `#latchkey_social=${id}.${secret}`, { page: 'account', join: null, socialReturn: null }],
    ['/account', `#latchkey_social=${id}.error.evil`, { page: 'account', join: null, socialReturn: null }],
  ])('%s%s', (pathname, hash, expected) => {
    expect(routeOf({ pathname, hash })).toEqual(expected)
  })

  test('takes nothing of another form, whatever the fragment', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const route = routeOf({ pathname: '/account', hash: `#${text}` })
        if (route.page !== 'account') throw new Error('another page')
        for (const value of [route.join, route.socialReturn])
          expect(value === null || /^[A-Za-z0-9_.-]+$/.test(value)).toBe(true)
      }),
    )
  })
})

describe('resultUriOf', () => {
  test('is exactly what the keys document takes', () => {
    expect(resultUriOf('https://wallet.example', id)).toBe(`https://wallet.example/social/done?flow=${id}`)
    expect(resultUriOf('https://wallet.example', `${id}.error.4121`)).toBe(
      `https://wallet.example/social/done?flow=${id}&error=4121`,
    )
  })
})
