import type { Described, DescribedValue } from '@latchkey/chain-evm/decode/types'
import { clear } from '@latchkey/i18n/en/clear'
import type { MessageKey } from '../../../locales/Locale.ts'

/** The English sentence of a description with its places, as the catalogue has it; null: it has none. */
const templateOf = ({ sentence }: Described): string | null =>
  sentence && `${sentence.map((part) => ('text' in part ? part.text : `{${part.place}}`)).join('')}.`

/** The message of a description's sentence; undefined when it has none or nobody has translated it. */
export function sentenceKey(described: Described): MessageKey | undefined {
  const template = templateOf(described)
  return template === null ? undefined : wordsKey('say', template)
}

const isKnown = (value: DescribedValue): boolean => {
  if (value.kind === 'words') return wordsKey('word', value.text) !== undefined
  if (value.kind === 'tokenWords') return wordsKey('all', `${value.words} {token}`) !== undefined
  return true
}

/**
 * Whether the catalogues have all the words of a description. A test proves it for every descriptor of the build; one whose
 * words are missing says nothing at all.
 */
export const isSpeakable = (described: Described): boolean =>
  wordsKey('title', described.intent) !== undefined &&
  (described.sentence === null || sentenceKey(described) !== undefined) &&
  described.fields.every(({ label, value }) => wordsKey('row', label) !== undefined && isKnown(value))

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
