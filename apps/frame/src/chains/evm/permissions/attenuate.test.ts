import type { AccountPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../testing/fakeFrame.ts'
import { attenuate, capsOf, untilOf } from './attenuate.ts'
import { nothingKnown } from './manager.ts'
import type { WantedPermission } from './WantedPermission.ts'

const now = 1_800_000_000
const day = 86_400
const [chain] = testConfig.chains
if (!chain) throw new Error('no network')

const asked = (change: Partial<AccountPermission> = {}, adjustable = true): WantedPermission => ({
  permission: {
    grantee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    expiry: now + 30 * day,
    limits: [{ token: null, amount: 100n, start: now, period: 0 }],
    calls: [],
    ...change,
  },
  adjustable,
  justification: null,
})
const permissionsOf = (items: readonly WantedPermission[]) => items.map(({ permission }) => permission)

describe('what a person may change', () => {
  test('amounts, where the site allows it and the decimals are known', () => {
    const items = [asked(), asked({}, false), asked({ limits: [] })]
    expect(capsOf(chain, items, permissionsOf(items), nothingKnown)).toMatchObject([
      { call: 0, asked: 100n, current: 100n, symbol: 'ETH', decimals: 18 },
    ])
    const token = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' as const
    const unknown = [asked({ limits: [{ token, amount: 1n, start: now, period: 0 }] })]
    expect(capsOf(chain, unknown, permissionsOf(unknown), nothingKnown)).toEqual([])
  })

  test('the end, to an earlier one, for a single permission', () => {
    const items = [asked()]
    const choice = untilOf(items, permissionsOf(items), now)
    expect(choice).toEqual({
      chosen: now + 30 * day,
      options: [now + 3_600, now + day, now + 7 * day, now + 30 * day],
    })
    expect(untilOf([asked({}, false)], permissionsOf(items), now)).toBeNull()
    expect(untilOf([asked(), asked()], permissionsOf([...items, ...items]), now)).toBeNull()
    const short = [asked({ expiry: now + 600 })]
    expect(untilOf(short, permissionsOf(short), now)).toBeNull()
    const later = [asked({ limits: [{ token: null, amount: 1n, start: now + 2 * day, period: 0 }] })]
    expect(untilOf(later, permissionsOf(later), now)?.options[0]).toBe(now + 7 * day)
  })

  test('and back, up to what was asked for', () => {
    const items = [asked()]
    const lower = attenuate(items, permissionsOf(items), { kind: 'cap', call: 0, amount: 5n }, now)
    const sooner = lower && attenuate(items, lower, { kind: 'until', expiry: now + day }, now)
    expect(sooner).toMatchObject([{ expiry: now + day, limits: [{ amount: 5n }] }])
    const again = sooner && attenuate(items, sooner, { kind: 'until', expiry: now + 30 * day }, now)
    const back = again && attenuate(items, again, { kind: 'cap', call: 0, amount: 100n }, now)
    expect(back).toEqual(permissionsOf(items))
  })

  test('nor to nothing at all', () => {
    const items = [asked()]
    const lowered = (amount: bigint) =>
      attenuate(items, permissionsOf(items), { kind: 'cap', call: 0, amount }, now)
    expect([lowered(0n), lowered(-1n)]).toEqual([null, null])
    expect(lowered(1n)).toMatchObject([{ limits: [{ amount: 1n }] }])
  })

  test('never to more than was asked for, whatever is edited', () => {
    const edit = fc.oneof(
      fc.record({
        kind: fc.constant('cap' as const),
        call: fc.integer({ min: -1, max: 3 }),
        amount: fc.bigInt({ min: -5n, max: 200n }),
      }),
      fc.record({
        kind: fc.constant('until' as const),
        expiry: fc.oneof(
          fc.constantFrom(now + 3_600, now + day, now + 30 * day),
          fc.integer({ min: 0, max: now + 200 * day }),
        ),
      }),
    )
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), fc.boolean(), (edits, adjustable) => {
        const items = [asked({}, adjustable)]
        let permissions: readonly AccountPermission[] = permissionsOf(items)
        for (const change of edits) permissions = attenuate(items, permissions, change, now) ?? permissions
        const [changed] = permissions
        const [most] = permissionsOf(items)
        expect(changed?.expiry).toBeLessThanOrEqual(most?.expiry ?? 0)
        expect(changed?.expiry).toBeGreaterThan(now)
        expect(changed?.limits[0]?.amount).toBeLessThanOrEqual(100n)
        expect(changed?.limits[0]?.amount).toBeGreaterThan(0n)
        expect({ ...changed, expiry: 0, limits: [] }).toEqual({ ...most, expiry: 0, limits: [] })
        if (!adjustable) expect(permissions).toEqual(permissionsOf(items))
      }),
    )
  })
})
