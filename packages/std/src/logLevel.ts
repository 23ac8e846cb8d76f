/** What is kept: `silent` nothing, each of the others what it names and all before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** How much an entry matters; no entry is silent. */
export type EntryLevel = Exclude<LogLevel, 'silent'>

/** What is kept where nobody says anything else. */
export const DEFAULT_LOG_LEVEL = 'error'

/**
 * Whether a log of one level keeps an entry of another. An unknown level keeps nothing.
 *
 * @example
 * keeps('warn', 'error') // true
 */
export const keeps = (limit: LogLevel, level: EntryLevel): boolean =>
  LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(limit)

/** What went between windows, what a page has asked for and what came of it, what failed, and the life of the frame. */
export type EntryKind = 'call' | 'reply' | 'event' | 'cancel' | 'request' | 'decision' | 'failure' | 'frame'

/** What a log may hold of something that has happened. There is no field for a text of anybody's own. */
export type LogEntry = {
  /** ms since the epoch */
  at: number
  kind: EntryKind
  /** Of a method, an event, or a state. */
  name: string
  /** The JSON-RPC method that a call carries. */
  method?: string | undefined
  /** By which an answer belongs to a call. */
  id?: string | undefined
  /** Of the message. */
  bytes?: number | undefined
  /** How long it took. */
  ms?: number | undefined
  /** Of an error. */
  code?: number | undefined
  outcome?: 'safe' | 'approved' | 'declined' | 'refused' | undefined
}

export type Log = {
  add(level: EntryLevel, entry: LogEntry): void
  /** A line of JSON an entry, the oldest first. */
  text(): string
}

/** Hears what happens on the page, as it happens: names, times, sizes and codes, never what is in a message. */
export type Observer = (entry: LogEntry, level: EntryLevel) => void

/** What looks on and what keeps a log; neither is there until somebody needs it. */
export type LogRuntime = {
  /** Who looks on, such as the devtools. */
  observers?: Set<Observer>
  /** Loads what is kept for the report of a bug. */
  log?: (() => Promise<Log>) & { started(): Promise<Log> | undefined }
}

/** What a page decides about its log. */
export type LogOptions = {
  /** What page and frame keep for the report of a bug, without contents: default `error`, and nothing without the logger. */
  logLevel?: LogLevel
  enableLogger?: boolean
}
