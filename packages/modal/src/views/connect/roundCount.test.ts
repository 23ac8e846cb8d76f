import { expect, it } from 'vitest'
import { roundCount } from './WalletList.tsx'

it.each([
  [1, '1'],
  [10, '10'],
  [11, '10+'],
  [589, '580+'],
])('R9-49 writes %i as %s', (count, text) => {
  expect(roundCount(count)).toBe(text)
})
