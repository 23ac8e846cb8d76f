import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import type { Locale } from './Locale.ts'
import { loadLocale } from './loadLocale.ts'
import { LOCALES, negotiateLocale } from './negotiateLocale.ts'
import { say } from './say.ts'

const places = (message: string) => [...message.matchAll(/\{[a-zA-Z]+\}/g)].map(String).sort()

describe.each(LOCALES)('the catalogue of %s', (tag) => {
  it('has every message, with every place and nothing else', async () => {
    const { messages, tag: loaded } = await loadLocale(tag)
    expect(loaded).toBe(tag)
    expect(Object.keys(messages)).toEqual(Object.keys(en))
    for (const [key, message] of Object.entries(messages)) {
      expect(message.trim(), key).not.toBe('')
      expect(places(message), key).toEqual(places(en[key as keyof typeof en]))
    }
  })
})

it('reads right to left in the pseudo-locale for that', async () => {
  expect((await loadLocale('ar-XB')).dir).toBe('rtl')
  expect((await loadLocale('de')).dir).toBe('ltr')
})

it('says Sie in German', async () => {
  for (const message of Object.values((await loadLocale('de')).messages))
    expect(message).not.toMatch(/\b(?:du|dich|dir|dein\w*|bist|hast|kannst)\b/i)
})

it('has no exclamation mark and no blame', () => {
  for (const message of Object.values(en)) expect(message).not.toMatch(/!|oops|invalid/i)
})

describe('negotiateLocale', () => {
  it.each([
    ['the option wins', { option: 'de', page: 'en', browser: ['en'] }, 'de'],
    ['then the page', { page: 'de-AT', browser: ['en'] }, 'de'],
    ['then the browser', { page: '', browser: ['fr', 'de-CH', 'en'] }, 'de'],
    ['a wish that nothing fits is passed over', { option: 'fr', page: 'de' }, 'de'],
    ['English at last', { option: 'xx', page: 'yy', browser: ['zz'] }, 'en'],
    ['a pseudo-locale only by its whole tag', { option: 'en-XA' }, 'en-XA'],
    ['not by its language', { option: 'ar', page: 'de' }, 'de'],
    ['in any case, with any separator', { option: ' DE_de ' }, 'de'],
  ])('%s', (_, wishes, tag) => {
    expect(negotiateLocale(wishes)).toBe(tag)
  })
})

describe('say', () => {
  it('takes the plural form of the language', async () => {
    const english = await loadLocale('en')
    expect(say(english, 'connect.tooSoon', { count: 1 })).toBe('Please try again after 1 second')
    expect(say(english, 'connect.tooSoon', { count: 22 })).toBe('Please try again after 22 seconds')
    expect(say(await loadLocale('de'), 'networks.found', { count: 1 })).toBe('1 Netzwerk gefunden')
  })

  it('falls back to the form that every language has', async () => {
    const russian: Locale = { ...(await loadLocale('en')), tag: 'ru' }
    expect(say(russian, 'connect.tooSoon', { count: 3 })).toBe('Please try again after 3 seconds')
  })

  it('leaves no place open, and writes no value of its prototype', async () => {
    const english = await loadLocale('en')
    expect(say(english, 'networks.empty')).toBe('No network is called “”')
    const odd: Locale = { ...english, messages: { ...english.messages, 'shell.close': '{toString}' } }
    expect(say(odd, 'shell.close')).toBe('')
  })
})
