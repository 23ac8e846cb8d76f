import { describe, expect, test } from 'vitest'
import { failedInHooks, failedInPlaywright, failedInVitest } from './failedTests.ts'

describe('failedInVitest', () => {
  test('names file, test and what was said, without colours and comparison', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'works' },
          {
            status: 'failed',
            fullName: 'a thing breaks',
            failureMessages: ['\n\u001b[31mexpected 1\u001b[39m to be 2\n  at a.test.ts:3'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [], message: 'Cannot find module' },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(failedInVitest({ testResults })).toEqual([
      'a.test.ts › a thing breaks › expected 1 to be 2',
      'b.test.ts › Cannot find module',
    ])
  })

  test('a report that is none has no names', () => {
    expect(failedInVitest(undefined)).toEqual([])
    expect(failedInVitest({ testResults: 'nonsense' })).toEqual([])
  })
})

describe('failedInHooks', () => {
  test('names file, suite and what was said', () => {
    const hook = { name: 'a.test.ts', fullName: 'a browser', message: 'It did not start\nlog' }
    expect(failedInHooks([hook])).toEqual(['a.test.ts › a browser › It did not start'])
    expect(failedInHooks(undefined)).toEqual([])
  })
})

describe('failedInPlaywright', () => {
  test('names tests in suites of any depth, what failed and where, and what went wrong outside them', () => {
    const error = {
      message: "Timed out\n\nLocator: getByText('Sent')\nExpected: visible",
      location: { file: '/e2e/steps/send.ts', line: 40, column: 3 },
    }
    const failed = {
      title: 'signs',
      ok: false,
      file: 'visitor.spec.ts',
      line: 6,
      tests: [{ results: [{ errors: [error] }] }],
    }
    const suites = [{ specs: [{ title: 'opens', ok: true }], suites: [{ specs: [failed] }] }]
    expect(failedInPlaywright({ suites, errors: [{ message: 'No tests found' }] })).toEqual([
      "visitor.spec.ts:6 › signs › send.ts:40 › Timed out Locator: getByText('Sent')",
      'No tests found',
    ])
    expect(failedInPlaywright(null)).toEqual([])
  })
})
