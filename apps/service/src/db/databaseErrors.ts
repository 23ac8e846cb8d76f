import { DrizzleQueryError } from 'drizzle-orm'

/** A transaction could not begin, or it ended because its connection did. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
}

/** SQLSTATE classes and codes of a server that is not there, goes or comes (PostgreSQL, appendix A). */
const STATES = /^(?:08...|53300|57014|57P0[1-5]|25P03)$/
/** What the operating system says of a connection. */
const SYSTEM =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** Errors of the driver that have no code. */
const DRIVER =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (?:was closed|has encountered)|Cannot use a pool after)/

/** Whether an error of the driver says that the server did not answer. */
export function isConnectionLost(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseAwayError || DRIVER.test(each.message)) return true
    if ('code' in each && typeof each.code === 'string' && (STATES.test(each.code) || SYSTEM.test(each.code)))
      return true
  }
  return false
}

/** Whether a call failed because the database did not answer: it may be tried again later. Other networks do not count. */
export function isDatabaseAway(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseAwayError) return true
    if (each instanceof DrizzleQueryError) return isConnectionLost(each.cause)
  }
  return false
}

/** PostgreSQL's `unique_violation`. */
const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because a value that must be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === UNIQUE_VIOLATION) return true
  return false
}
