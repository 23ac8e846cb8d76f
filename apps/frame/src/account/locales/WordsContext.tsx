import { formatDay, formatTime } from '@latchkey/i18n/format'
import { messageParts, say, type Values } from '@latchkey/i18n/say'
import { sayBrowserName } from '@latchkey/protocol/http'
import { createContext, type ReactNode, useContext } from 'react'
import { english, findMessage, type WordKey, type Words } from './Words.ts'

const WordsContext = createContext<Words>(english)

/** Gives the page its language. */
export const WordsProvider = WordsContext.Provider

export const useWords = (): Words => useContext(WordsContext)

/** Writes messages in the language of the page. */
export function useSay(): (key: WordKey, values?: Values) => string {
  const words = useWords()
  return (key, values) => say<WordKey>(words, key, values)
}

/** The sentence for an error's code; the error's own English one where the catalogue has none. */
export function useErrorText(): (code: number | null, text: string) => string {
  const words = useWords()
  return (code, text) =>
    (code === null ? null : findMessage(words, `error.${code}`)) || text || words.messages['failed.other']
}

/** Browsers, as the service names them, in the language of the page. */
export function useBrowserName(): (name: string) => string {
  const say = useSay()
  const words = {
    on: (browser: string, system: string) => say('browser.on', { browser, system }),
    unknown: say('browser.unknown'),
  }
  return (name) => sayBrowserName(name, words)
}

/** Times in the visitor's language and time zone. */
export function useTime(): (at: number) => string {
  const { tag } = useWords()
  return (at) => formatTime(tag, at)
}

/** A time in a sentence, or its day alone. It breaks only where it does not fit in a line. */
export function Time({ at, form = 'time' }: { at: number; form?: 'time' | 'day' }): ReactNode {
  const { tag } = useWords()
  const text = form === 'day' ? formatDay(tag, at) : formatTime(tag, at)
  return <span className="ac-part">{text}</span>
}

/** Between facts of one line: a dot that may end a line and never begins one. */
export const DOT = '\u00a0· '

/** A message with elements in its places. */
export function Say({
  message,
  values,
}: {
  message: WordKey
  values: Readonly<Record<string, ReactNode>>
}): ReactNode {
  const words = useWords()
  return messageParts(words.messages[message]).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message have no identity but their place.
    <span key={index}>{'text' in part ? part.text.replaceAll(' · ', DOT) : values[part.value]}</span>
  ))
}
