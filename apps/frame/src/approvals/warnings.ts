import type { MessageKey } from '../locales/Locale.ts'
import type { Phrase, Value, Warning } from './ApprovalView.ts'

type NameIn<Key> = Key extends `warn.${infer Name}.body` ? Name : never

/** A warning of the catalogue: `warn.<name>` is its title and `warn.<name>.body` what to do. */
type WarningName = NameIn<MessageKey>

/** Makes a warning of the catalogue. `risk` makes a danger need a second step. */
export function makeWarning(
  level: Warning['level'],
  name: WarningName,
  values?: Readonly<Record<string, Value>>,
  risk?: MessageKey,
): Warning {
  const phrase = (key: MessageKey): Phrase => ({ key, ...(values ? { values } : {}) })
  return {
    level,
    title: { key: `warn.${name}` },
    body: phrase(`warn.${name}.body`),
    ...(risk ? { risk: phrase(risk) } : {}),
  }
}

/** JSON has no integers of this size; the text of one is as good to compare. */
const comparable = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** A text by which two values can be told apart. */
export const textOf = (value: unknown): string => JSON.stringify(value, comparable)

/** What several steps say alike is said once; the first place counts. */
export function distinct<T>(items: readonly T[]): T[] {
  const seen = new Map<string, T>()
  for (const item of items) {
    const text = textOf(item)
    if (!seen.has(text)) seen.set(text, item)
  }
  return [...seen.values()]
}
