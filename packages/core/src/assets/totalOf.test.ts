import { expect, it } from 'vitest'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { totalOf } from './totalOf.ts'

const token = (numeric: string, price?: number): TokenBalance => ({
  name: 'Token',
  symbol: 'T',
  chainId: 'eip155:1',
  quantity: { decimals: '18', numeric },
  ...(price === undefined ? {} : { price }),
})

it('adds without losing a cent', () => {
  expect(totalOf([token('0.1', 0.1), token('0.2', 0.1)])).toEqual({ total: '0.03', isWhole: true })
  expect(totalOf([token('123456789012345678901.000000000000000001', 1)]).total).toBe(
    '123456789012345678901.000000000000000001',
  )
})
it('is unknown where no price is, and not whole where one is missing', () => {
  expect(totalOf([token('1')])).toEqual({ total: undefined, isWhole: false })
  expect(totalOf([token('1', 2), token('5')])).toEqual({ total: '2', isWhole: false })
  expect(totalOf([token('1', 2), token('0')])).toEqual({ total: '2', isWhole: true })
})
it('takes the worth that the service tells where it tells no price', () => {
  expect(totalOf([{ ...token('2'), value: 7.5 }]).total).toBe('7.5')
})
