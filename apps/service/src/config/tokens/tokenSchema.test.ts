import { tokenBalance } from '@latchkey/protocol/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainSchema, multicallOf, pricesOf, tokensOf } from '../chains.ts'
import { tokenSchema } from './tokenSchema.ts'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OWN = '0x00000000000000000000000000000000000000a1'
const token = { address: OWN, symbol: 'OWN', name: 'My own', decimals: 18 }
const chain = (change: object) => ({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example'],
  ...change,
})
const problems = (change: object) => {
  const { error } = chainSchema.safeParse(chain(change))
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('what an operator may write of a token, an answer may hold', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.string({ maxLength: 70 }),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      for (const field of ['name', 'symbol', 'iconUrl'] as const)
        if (tokenSchema.shape[field].safeParse(text).success)
          expect(tokenBalance().shape[field].safeParse(text).success).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

describe('tokens of a network', () => {
  test('the operator’s come first and replace what is known', () => {
    const parsed = chainSchema.parse(
      chain({ tokens: [token, { ...token, address: USDC.toLowerCase(), symbol: 'MINE' }] }),
    )
    const symbols = tokensOf(parsed).map(({ symbol }) => symbol)
    expect(symbols.slice(0, 2)).toEqual(['OWN', 'MINE'])
    expect(symbols).toContain('WETH')
    expect(symbols).not.toContain('USDC')
  })
  test('a network that nobody knows has the operator’s alone, and no prices', () => {
    const parsed = chainSchema.parse(chain({ id: 5, tokens: [token] }))
    expect([tokensOf(parsed), pricesOf(parsed)]).toEqual([[token], undefined])
  })
  test.each([
    ['an address with a wrong checksum', { address: USDC.replace('fCD6', 'fcD6') }],
    ['an address that is none', { address: '0x1' }],
    ['markup', { symbol: '<b>' }],
    ['a symbol that hides something', { symbol: 'US\u200bDC' }],
    ['a symbol of a megabyte', { symbol: 'A'.repeat(1_000_000) }],
    ['no symbol', { symbol: '' }],
    ['half a decimal', { decimals: 1.5 }],
    ['negative decimals', { decimals: -1 }],
    ['too many decimals', { decimals: 37 }],
    ['a picture over plain http', { iconUrl: 'http://icons.example/a.png' }],
    ['a picture that is a script', { iconUrl: 'javascript:alert(1)' }],
    ['a surprise', { surprise: 1 }],
  ])('%s is refused', (_, change) => {
    expect(tokenSchema.safeParse({ ...token, ...change }).success).toBe(false)
  })
  test('one that stands twice is refused', () => {
    expect(
      problems({ tokens: [token, { ...token, address: OWN.toUpperCase().replace('0X', '0x') }] }),
    ).toEqual(['tokens.1.address: stands twice'])
  })
})

describe('prices of a network', () => {
  const pool = { address: OWN, tokens: [USDC, OWN] }
  test('tokens that nobody describes are refused: their decimals are not known', () => {
    expect(problems({ prices: { dollars: [OWN] } })?.[0]).toContain('is not in tokens')
    expect(problems({ prices: { dollars: [USDC], pools: [pool] } })?.[0]).toContain('is not in tokens')
    expect(problems({ tokens: [token], prices: { dollars: [USDC], pools: [pool] } })).toBeUndefined()
    expect(problems({ prices: { dollars: [USDC], wrapped: OWN, pools: [pool] } })).toBeUndefined()
    expect(problems({ prices: { dollars: [] } })).toHaveLength(1)
  })
})

test('Multicall3 is where it is everywhere, unless the operator says otherwise', () => {
  const of = (change: object) => multicallOf(chainSchema.parse(chain(change)))
  expect([of({}), of({ multicall: 'none' }), of({ multicall: OWN })]).toEqual([
    '0xcA11bde05977b3631167028862bE2a173976CA11',
    null,
    OWN,
  ])
})
