import { home } from '@latchkey/i18n/en/home'
import { describe, expect, it } from 'vitest'
import { loadLocale } from './LocaleContext.tsx'

const places = (message: string) => [...message.matchAll(/\{[a-zA-Z]+\}/g)].map(String).sort()

// What the languages say of it is told by their own tests.
describe.each(['en', 'en-XA', 'ar-XB'] as const)('%s', (tag) => {
  it('has every message, with every place and nothing else', async () => {
    // English brings the words of an account's own views with those.
    const english = { ...home, ...(await loadLocale('en')).messages }
    const { messages, tag: loaded } = await loadLocale(tag)
    expect(loaded).toBe(tag)
    expect(Object.keys({ ...(tag === 'en' && home), ...messages }).sort()).toEqual(
      Object.keys(english).sort(),
    )
    for (const [key, message] of Object.entries(messages)) {
      expect(message.trim(), key).not.toBe('')
      expect(places(message), key).toEqual(places(english[key as keyof typeof english]))
    }
  })
})

it('reads right to left in the pseudo-locale for that', async () => {
  expect((await loadLocale('ar-XB')).dir).toBe('rtl')
  expect((await loadLocale('de')).dir).toBe('ltr')
})

it('marks every word of a pseudo-locale', async () => {
  const { messages } = await loadLocale('en-XA')
  for (const [key, message] of Object.entries(messages)) expect(message, key).toMatch(/^\[.*·\]$/s)
})

it('a page has words of its own, in the languages that it names', async () => {
  const words = {
    de: { 'connect.title': 'Im Laden anmelden', 'no.such': 'Nichts', 'connect.email': ' ' },
    fr: { 'connect.title': 'Se connecter' },
  }
  const [own, german, english] = await Promise.all([
    loadLocale('de', words),
    loadLocale('de'),
    loadLocale('en', words),
  ])
  expect(own.messages).toEqual({ ...german.messages, 'connect.title': 'Im Laden anmelden' })
  expect(english).toEqual(await loadLocale('en'))
})
