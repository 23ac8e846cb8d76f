import type { AccountPermission, SpendingLimit } from '@latchkey/chain-evm/decode/smartAccount/model'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../testing/fakeFrame.ts'
import { nothingKnown } from './manager.ts'
import { grantWords } from './permissionView.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const now = 1_800_000_000
const day = 86_400
const contract: `0x${string}` = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'

const limit = (start: number, period = 0, token: string | null = null): SpendingLimit => ({
  token: token as `0x${string}` | null,
  amount: 5n,
  start,
  period,
})

/** The rows that tell what may be spent or called, and from when on. */
function rows(limits: readonly SpendingLimit[], calls: AccountPermission['calls'] = []) {
  const permission = { grantee: contract, expiry: now + 10 * day, limits, calls }
  const { facts } = grantWords(chain, [{ permission, justification: null }], nothingKnown, now)
  return facts.flatMap(({ label, value }): (string | number)[] => {
    if (label === 'row.starts') return value.kind === 'date' ? [Number(value.seconds) - now] : []
    return label === 'row.limit' || label === 'row.mayUse' ? [label] : []
  })
}

describe('from when on a permission holds', () => {
  test('nothing is said of what begins now', () => {
    expect(rows([limit(now - 59, day), limit(now - 900, day, contract)])).toEqual(['row.limit', 'row.limit'])
    expect(rows([limit(1)])).toEqual(['row.limit'])
  })

  test('each limit has its own start: one that begins later does not speak for the others', () => {
    expect(rows([limit(now), limit(now + 9 * day, 0, contract)])).toEqual([
      'row.limit',
      0,
      'row.limit',
      9 * day,
    ])
  })

  test('calls are allowed at once, whatever the limits wait for', () => {
    expect(rows([limit(now + day)], [{ target: contract, selector: '0x93e84cd9' }])).toEqual([
      'row.limit',
      day,
      'row.mayUse',
      0,
    ])
  })

  test('periods that are counted from long ago say so: the amount is available anew before a period is over', () => {
    expect(rows([limit(now - 30 * day + 60, 30 * day)])).toEqual(['row.limit', -30 * day + 60])
  })
})
