import { clear } from '@latchkey/i18n/en/clear'
import type { MessageKey } from '../locales/Locale.ts'

type Part = 'title' | 'say' | 'row' | 'word' | 'all'

const keys: ReadonlyMap<string, MessageKey> = new Map(
  Object.entries(clear).map(([key, english]) => [
    `${key.split('.')[1]}/${english.toLowerCase()}`,
    key as MessageKey,
  ]),
)

/** The catalogue's message for English words of a descriptor, in any case; undefined: nobody has translated them. */
export const wordsKey = (part: Part, english: string): MessageKey | undefined =>
  keys.get(`${part}/${english.toLowerCase()}`)
