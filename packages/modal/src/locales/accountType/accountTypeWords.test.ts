import { expect, it } from 'vitest'
import { loadLocale } from '../loadLocale.ts'
import { LOCALES } from '../negotiateLocale.ts'
import { type AccountTypeKey, accountTypeEn } from './en.ts'
import { accountTypeWords } from './useAccountTypeSay.ts'

const places = (message: string) => [...message.matchAll(/\{[a-zA-Z]+\}/g)].map(String).sort()

it.each(LOCALES)('the words of %s have every message, with every place and nothing else', async (tag) => {
  const words = accountTypeWords(await loadLocale(tag))
  expect(Object.keys(words)).toEqual(Object.keys(accountTypeEn))
  for (const [key, message] of Object.entries(words)) {
    expect(message.trim(), key).not.toBe('')
    expect(places(message), key).toEqual(places(accountTypeEn[key as AccountTypeKey]))
    if (tag !== 'en') expect(message).not.toBe(accountTypeEn[key as AccountTypeKey])
  }
})

it('R8-13 says the sentence of the specification', () => {
  expect(accountTypeEn.notice).toBe('This application might not support Smart Accounts')
})
