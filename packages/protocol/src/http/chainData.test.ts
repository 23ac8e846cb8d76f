import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as http from './chainData.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const balance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${ADDRESS}`,
  value: 1.5,
  price: 1,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: 'https://icons.example/usdc.png',
}
const takes = (change: object) => http.tokenBalance().safeParse({ ...balance, ...change }).success

describe('a balance', () => {
  test('R3-52 R3-53 R3-54 R3-55 has what spec 3 says; the native token has no address, and a price is not always known', () => {
    expect(takes({})).toBe(true)
    const { address: _, value: __, price: ___, iconUrl: ____, ...least } = balance
    expect(http.tokenBalance().safeParse(least).success).toBe(true)
  })
  test.each([
    ['markup in a name', { name: '<img src=x onerror=alert(1)>' }],
    ['a symbol of a megabyte', { symbol: 'A'.repeat(1_000_000) }],
    ['what turns text around', { name: 'USD\u202e Coin' }],
    ['a line break', { name: 'USD\nCoin' }],
    ['a space at the end', { name: 'USD ' }],
    ['a negative amount', { quantity: { decimals: '6', numeric: '-1' } }],
    ['an exponent', { quantity: { decimals: '6', numeric: '1e9' } }],
    ['a leading zero', { quantity: { decimals: '6', numeric: '01' } }],
    ['decimals as a number', { quantity: { decimals: 6, numeric: '1' } }],
    ['a negative price', { price: -1 }],
    ['a price beyond numbers', { price: Number.POSITIVE_INFINITY }],
    ['a plain address', { address: ADDRESS }],
    ['a picture over plain http', { iconUrl: 'http://icons.example/a.png' }],
    ['a picture that is a script', { iconUrl: 'javascript:alert(1)' }],
    ['a surprise', { surprise: 1 }],
  ])('%s is refused', (_, change) => {
    expect(takes(change)).toBe(false)
  })
})

test('pictures of the local stack are on this machine', () => {
  for (const host of ['localhost', 'api.localhost:8787', '127.0.0.1:8787'])
    expect(http.pictureUrl().safeParse(`http://${host}/public/getAssetImage/local-v1`).success).toBe(true)
  for (const host of ['localhost.example', 'notlocalhost', '127.0.0.2', 'api.localhost@evil.example'])
    expect(http.pictureUrl().safeParse(`http://${host}/a.png`).success).toBe(false)
})

test('every amount can be told exactly', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 36 }),
      (amount, decimals) => {
        const digits = amount.toString().padStart(decimals + 1, '0')
        const [whole, part] = [
          digits.slice(0, digits.length - decimals),
          digits.slice(digits.length - decimals),
        ]
        const text = part.replace(/0+$/, '') ? `${whole}.${part.replace(/0+$/, '')}` : whole
        expect(http.decimalAmount().safeParse(text).success).toBe(true)
      },
    ),
  )
})

test.each([
  [{ currency: 'usd' }, true],
  [{ currency: 'usd', chainId: 'eip155:1', forceUpdate: `eip155:1:${ADDRESS}` }, true],
  [{}, false],
  [{ currency: 'eur' }, false],
  [{ currency: 'usd', chainId: '1' }, false],
])('a balance is asked for by %j: %s', (query, expected) => {
  expect(http.balanceQuery().safeParse(query).success).toBe(expected)
})

test.each([
  [{ name: null, avatar: null }, true],
  [{ name: 'mia.eth', avatar: 'https://pictures.example/mia.png' }, true],
  [{ name: '<b>', avatar: null }, false],
  [{ name: 'mia.eth', avatar: 'data:image/png;base64,AA' }, false],
  [{ name: 'mia.eth' }, false],
])('an identity of %j: %s', (reply, expected) => {
  expect(http.getIdentity.reply.safeParse(reply).success).toBe(expected)
})
