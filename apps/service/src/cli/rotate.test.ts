import { expect, test } from 'vitest'
import { ROTATED } from '../operations/testing/rotation.ts'
import { describeRotation } from './rotate.ts'

const none = { moved: 0, unknown: 0 }
const report = {
  uses: [
    { variable: 'KEK' as const, current: 3, other: 0 },
    { variable: 'RECOVERY_KEK' as const, current: 1, other: 0 },
  ],
  unknown: [],
}

test('a rotation is done when every previous key can be dropped, and not before', () => {
  const moved = { users: { moved: 2, unknown: 0 }, identities: none }
  expect(describeRotation(report, moved, ROTATED, false).isDone).toBe(true)
  const left = describeRotation(report, { ...moved, identities: { moved: 0, unknown: 1 } }, ROTATED, false)
  expect(left).toMatchObject({
    isDone: false,
    lines: expect.arrayContaining([expect.stringMatching(/keep PEPPER_PREV/)]),
  })
  const counted = describeRotation(report, null, ROTATED, false)
  expect(counted).toMatchObject({ isDone: false })
  const mixed = describeRotation(report, moved, ROTATED, true)
  expect(mixed).toMatchObject({
    isDone: false,
    lines: expect.arrayContaining([expect.stringMatching(/restart it/)]),
  })
})

test('without previous keys nothing is left', () => {
  const { kek, recoveryKek, pepper } = ROTATED
  expect(describeRotation(report, null, { kek, recoveryKek, pepper }, true).isDone).toBe(true)
})
