/** Proofs of devices are taken from a minute before to a minute after. */
const MOST = 30_000
const NOTABLE = 5_000

/** @param skew ms by which the other clock is ahead of this one */
export function judgeSkew(check: string, whose: string, skew: number): Finding {
  const seconds = Math.round(Math.abs(skew) / 1_000)
  const message = `The clock of ${whose} is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}.`
  const fix = 'Set both clocks by NTP.'
  if (Math.abs(skew) > MOST) return fail(check, message, fix)
  if (Math.abs(skew) > NOTABLE) return warn(check, message, fix)
  return ok(check, `The clock of ${whose} agrees.`)
}

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

/** `ok`: as it should be. `warn`: works, and should be better. `fail`: does not work, or is not safe. */
export type Level = 'ok' | 'warn' | 'fail'

/** What one check has found. */
export type Finding = {
  /** Stable name, such as `mail.starttls`. */
  check: string
  level: Level
  /** One sentence. It holds no secret. */
  message: string
  /** What to do, for everything but `ok`. */
  fix?: string
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message })
export const warn = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'warn',
  message,
  fix,
})
/** What was not begun within the time of its check. */
export const notInTime = (check: string, what: string): Finding =>
  warn(
    check,
    `${what}: there was no time to look.`,
    'Correct what answers slowly; then run the doctor again.',
  )
export const fail = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'fail',
  message,
  fix,
})
