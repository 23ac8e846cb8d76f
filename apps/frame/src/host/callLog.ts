import { hasCode } from '@latchkey/errors'
import { UserRejectedError } from '@latchkey/protocol/frame'
import { createLog } from '@latchkey/std/log'
import { DEFAULT_LOG_LEVEL, keeps, LOG_LEVELS, type LogLevel } from '@latchkey/std/logLevel'

/** What the frame's address says about its log: without `enableLogger` it keeps none. */
export function logLevelOf(search: string): LogLevel {
  const query = new URLSearchParams(search)
  if (query.get('enableLogger') !== 'true') return 'silent'
  return LOG_LEVELS.find((level) => level === query.get('logLevel')) ?? DEFAULT_LOG_LEVEL
}

/** A call that has ended: `began` and `ended` are ms since the epoch. */
export type EndedCall = { name: string; began: number; ended: number; error?: unknown }

export type CallLog = { add(call: EndedCall): void; text(): string }

/** Keeps which methods were called, how long each took and with what code it failed. */
export function createCallLog(search: string): CallLog {
  const limit = logLevelOf(search)
  const log = createLog()
  return {
    text: log.text,
    add({ name, began, ended, error }) {
      const level = error === undefined ? 'debug' : hasCode(error, UserRejectedError.code) ? 'warn' : 'error'
      const { code } = (error ?? {}) as { code?: unknown }
      const told = typeof code === 'number' ? { code } : {}
      if (keeps(limit, level)) log.add(level, { at: ended, kind: 'call', name, ms: ended - began, ...told })
    },
  }
}
