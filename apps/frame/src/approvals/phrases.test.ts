import { expect, test } from 'vitest'
import { tokenAmount } from './phrases.ts'

const address = `0x${'12'.repeat(20)}`
const unitOf = (symbol: string) =>
  tokenAmount({ symbol, decimals: 6, collectible: false }, 1_000_000n, address).symbol

test.each(['USDC', 'USD₮', 'USDC.e', '$WIF', 'Cake-LP', 'stETH'])(
  '%s stands beside a number as it is',
  (symbol) => {
    expect(unitOf(symbol)).toBe(symbol)
  },
)

test.each(['000 USDC', ',000 USDC', '.5', 'k USDC', 'billion USDC', '1INCH', '×9'])(
  '%s could be read as more of the number, and stands in quotation marks',
  (symbol) => {
    expect(unitOf(symbol)).toBe(`“${symbol}”`)
  },
)

test('a token without a symbol is called by its address', () => {
  expect(unitOf('')).toBe('0x1212…1212')
})
