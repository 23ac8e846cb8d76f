import { lazy } from '@latchkey/std/lazy'
import {
  DEFAULT_LOG_LEVEL,
  type EntryLevel,
  keeps,
  type LogEntry,
  type LogLevel,
  type LogOptions,
  type LogRuntime,
} from '@latchkey/std/logLevel'

export type { Observer } from '@latchkey/std/logLevel'

/**
 * A config, or what a connector sees of it. `options` are `LogOptions` and `runtime` is a `LogRuntime`; what connectors are
 * handed does not say so, since most of them tell nothing.
 */
export type Telling = { options: object; runtime: object }

const runtimeOf = ({ runtime }: Pick<Telling, 'runtime'>): LogRuntime => runtime

/** What the page's log keeps. */
export const logLevelOf = (options: object): LogLevel => {
  const { logLevel = DEFAULT_LOG_LEVEL, enableLogger = true }: LogOptions = options
  return enableLogger ? logLevel : 'silent'
}

/** Whether an observer or the log takes an entry; if not, the caller need not measure it. */
export const isHeard = (telling: Telling, level: EntryLevel): boolean =>
  runtimeOf(telling).observers !== undefined || keeps(logLevelOf(telling.options), level)

/**
 * Tells observers what has happened, and keeps it in the log where the page's level includes it. The log's code is
 * loaded with its first entry. Never throws.
 *
 * @example
 * tell(config, 'error', { kind: 'failure', name: 'connectEmail', code: 1006 })
 */
export function tell(telling: Telling, level: EntryLevel, told: Omit<LogEntry, 'at'>): void {
  const runtime = runtimeOf(telling)
  const entry = { at: Date.now(), ...told }
  for (const observe of runtime.observers ?? []) {
    try {
      observe(entry, level)
    } catch {
      // An observer's error is dropped.
    }
  }
  if (!keeps(logLevelOf(telling.options), level)) return
  runtime.log ??= lazy(async () => (await import('@latchkey/std/log')).createLog())
  runtime.log().then(
    (log) => log.add(level, entry),
    () => undefined,
  )
}

/**
 * The page's log for the report of a bug, a line of JSON an entry: names of methods, codes of errors, ids, times and sizes.
 * Empty while nothing was kept.
 *
 * @example
 * const text = await readLog(config)
 */
export async function readLog(telling: Pick<Telling, 'runtime'>): Promise<string> {
  return (
    (
      await runtimeOf(telling)
        .log?.started()
        ?.catch(() => undefined)
    )?.text() ?? ''
  )
}
