import { basename } from 'node:path'
import { isRecord, records } from './reportRecords.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Of an error's message: what it says and of which element, without colours, its stack or a long comparison. */
function shorten(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with ESC.
  const lines = message.replace(/\u001b\[[0-9;]*m/g, '').split('\n')
  const [said = ''] = lines.filter((line) => line.trim() !== '')
  const locator = lines.find((line) => line.startsWith('Locator: ') && line !== said)
  return [said, locator]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, 240)
}

const line = (where: string, title: string, message: string) =>
  [where, title, shorten(message)].filter((part) => part !== '').join(' › ')

/**
 * The tests of a Vitest JSON report that failed, a line each; a file that could not be loaded is one.
 *
 * @param report parsed JSON, or undefined when there is none
 */
export function failedInVitest(report: unknown): string[] {
  if (!isRecord(report)) return []
  return records(report.testResults).flatMap((file) => {
    const failed = records(file.assertionResults).filter(({ status }) => status === 'failed')
    if (failed.length === 0)
      return file.status === 'failed' ? [line(text(file.name), '', text(file.message))] : []
    return failed.map(({ fullName, failureMessages }) => {
      const [message] = Array.isArray(failureMessages) ? failureMessages : []
      return line(text(file.name), text(fullName), text(message))
    })
  })
}

/**
 * The hooks that failed, as `HookReporter` wrote them, a line each.
 *
 * @param report parsed JSON, or undefined when there is none
 */
export const failedInHooks = (report: unknown): string[] =>
  records(report).map(({ name, fullName, message }) => line(text(name), text(fullName), text(message)))

function failedInSuite(suite: Record<string, unknown>): string[] {
  const own = records(suite.specs)
    .filter(({ ok }) => ok === false)
    .map((spec) => {
      const errors = records(spec.tests).flatMap(({ results }) =>
        records(results).flatMap((result) => records(result.errors)),
      )
      const at = errors[0]?.location
      const where = isRecord(at) ? `${basename(text(at.file))}:${at.line}` : ''
      const title = [text(spec.title), where].filter((part) => part !== '').join(' › ')
      return line(`${text(spec.file)}:${spec.line}`, title, text(errors[0]?.message))
    })
  return [...own, ...records(suite.suites).flatMap(failedInSuite)]
}

/**
 * The tests of a Playwright JSON report that failed, and what went wrong outside them, a line each.
 *
 * @param report parsed JSON, or undefined when there is none
 */
export function failedInPlaywright(report: unknown): string[] {
  if (!isRecord(report)) return []
  const outside = records(report.errors).map(({ message }) => shorten(text(message)))
  return [...records(report.suites).flatMap(failedInSuite), ...outside]
}
