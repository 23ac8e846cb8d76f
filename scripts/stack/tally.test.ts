import { describe, expect, test } from 'vitest'
import { add, nothing, playwrightTally, summary, took, vitestTally } from './tally.ts'

describe('vitestTally', () => {
  const passing = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [],
  }

  test('counts passed, failed and skipped tests', () => {
    expect(vitestTally(passing, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 })
    expect(vitestTally({ ...passing, numFailedTests: 2 }, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 })
  })

  test('a file that cannot be loaded is a failure, one with failed tests is not counted twice', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(vitestTally({ ...passing, numFailedTests: 1, testResults }, 1).failed).toBe(2)
  })

  test('a crash is at least one failure', () => {
    expect(vitestTally(passing, 1).failed).toBe(1)
    expect(vitestTally(undefined, 0).failed).toBe(1)
    expect(vitestTally('nonsense', 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('playwrightTally', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 1 }

  test('counts tests, and a flaky one as failed', () => {
    expect(playwrightTally({ stats, errors: [] }, 0)).toEqual({ passed: 4, failed: 0, skipped: 1 })
    expect(playwrightTally({ stats: { ...stats, unexpected: 2, flaky: 1 }, errors: [] }, 1).failed).toBe(3)
  })

  test('an error outside the tests, a crash and a missing report are failures', () => {
    expect(playwrightTally({ stats, errors: [{ message: 'No tests found' }] }, 1).failed).toBe(1)
    expect(playwrightTally({ stats, errors: [] }, 137).failed).toBe(1)
    expect(playwrightTally(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

test('the last line names skipped tests only when there are some', () => {
  expect(summary(add({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 }))).toBe(
    '3 passed, 1 failed',
  )
  expect(summary(add(nothing, { passed: 0, failed: 0, skipped: 3 }))).toBe('0 passed, 0 failed, 3 skipped')
})

test.each([
  [42_400, 'Took 0 min 42 s'],
  [119_600, 'Took 2 min 0 s'],
  [3_725_000, 'Took 62 min 5 s'],
])('%d ms are told in minutes and seconds', (milliseconds, words) => {
  expect(took(milliseconds)).toBe(words)
})
