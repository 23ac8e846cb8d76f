import type { Finding, Level } from './Finding.ts'

const MARKS: Readonly<Record<Level, string>> = { ok: '✓', warn: '!', fail: '✗' }

/** One line a finding, and what to do under those that need it. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, level, message, fix }) => [
    `${MARKS[level]} ${check}  ${message}`,
    ...(fix && level !== 'ok' ? [`    ${fix}`] : []),
  ])
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  return [...lines, '', `${count('ok')} ✓  ${count('warn')} !  ${count('fail')} ✗`].join('\n')
}

/** 0: nothing is broken; 1: something is. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 =>
  findings.some(({ level }) => level === 'fail') ? 1 : 0
