import type { MessageKey } from '../locales/Locale.ts'
import type { Phrase, Value, Warning } from './ApprovalView.ts'

type NameIn<Key> = Key extends `warn.${infer Name}.body` ? Name : never
/** A warning of the catalogue: `warn.<name>` is its title and `warn.<name>.body` what to do. */
export type WarningName = NameIn<MessageKey>

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
