import { expect, test } from 'vitest'
import { distinct } from './phrases.ts'

test('what is said alike is said once, amounts of any size included', () => {
  const fee = { key: 'fee', values: { amount: 2n ** 200n } }
  expect(distinct([fee, { key: 'other' }, { ...fee }])).toEqual([fee, { key: 'other' }])
  expect(distinct([fee, { key: 'fee', values: { amount: 1n } }])).toHaveLength(2)
})
