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
