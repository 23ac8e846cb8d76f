import { isRecord, records } from './reportRecords.ts'

/** How many tests passed, failed and were skipped. */
export type Tally = { passed: number; failed: number; skipped: number }

const count = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0

/** A runner that ended badly without naming a failed test has crashed: that is one failure. */
const withCrash = (tally: Tally, code: number): Tally =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function add(left: Tally, right: Tally): Tally {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  }
}

/**
 * Counts a Vitest JSON report. A file that failed without a failed test (it could not be loaded) counts as one.
 *
 * @param report parsed JSON, or undefined when there is none
 * @param code exit code of the runner
 */
export function vitestTally(report: unknown, code: number): Tally {
  if (!isRecord(report)) return { ...nothing, failed: 1 }
  const files = records(report.testResults)
  const isBroken = (file: Record<string, unknown>) =>
    file.status === 'failed' && !records(file.assertionResults).some(({ status }) => status === 'failed')
  const tally = {
    passed: count(report.numPassedTests),
    failed: count(report.numFailedTests) + files.filter(isBroken).length,
    skipped: count(report.numPendingTests) + count(report.numTodoTests),
  }
  return withCrash(tally, code)
}

/**
 * Counts a Playwright JSON report. A test that passed only when repeated (flaky) counts as failed.
 *
 * @param report parsed JSON, or undefined when there is none
 * @param code exit code of the runner
 */
export function playwrightTally(report: unknown, code: number): Tally {
  const stats = isRecord(report) ? report.stats : undefined
  if (!isRecord(report) || !isRecord(stats)) return { ...nothing, failed: 1 }
  const tally = {
    passed: count(stats.expected),
    failed: count(stats.unexpected) + count(stats.flaky) + records(report.errors).length,
    skipped: count(stats.skipped),
  }
  return withCrash(tally, code)
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** How long `npm test` took. */
export function took(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return `Took ${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
