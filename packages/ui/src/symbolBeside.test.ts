import { expect, it } from 'vitest'
import { symbolBeside } from './symbolBeside.ts'

it.each(['ETH', 'USDC', 'USD₮', 'USDC.e', '$WIF', 'Cake-LP', 'stETH'])(
  '%s stands beside a number as it is',
  (symbol) => {
    expect(symbolBeside(symbol)).toBe(symbol)
  },
)

it.each(['000 USDC', ',000 USDC', '.5', 'k USDC', 'billion USDC', '1INCH', '4zMM', '×9'])(
  '%s could be read as more of the number, and stands in quotation marks',
  (symbol) => {
    expect(symbolBeside(symbol)).toBe(`“${symbol}”`)
  },
)
