import { home } from '@latchkey/i18n/en/home'
import { type Stem, say, type Values } from '@latchkey/i18n/say'
import { useConfig } from '@latchkey/react/provider'
import { useCallback, useMemo } from 'react'
import { type HomeKey, useLocale, withOwnWords } from './LocaleContext.tsx'

/** What the views of an account may say. */
export type HomeSayable = Exclude<HomeKey, `${string}_one` | `${string}_other`> | Stem<HomeKey>

/** A function that writes the messages of an account's own views. English comes with them; other languages come whole. */
export function useHomeSay(): (key: HomeSayable, values?: Values) => string {
  const locale = useLocale()
  const { words } = useConfig().options
  const messages = useMemo(
    () => ('home.total' in locale.messages ? locale.messages : withOwnWords(home, words?.[locale.tag])),
    [locale, words],
  )
  const { tag } = locale
  return useCallback((key, values) => say<HomeKey>({ tag, messages }, key, values), [tag, messages])
}
