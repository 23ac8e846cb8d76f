import { describe, expect, test } from 'vitest'
import { de as accountDe } from '../account/locales/de.ts'
import { loadWorkbenchLocale } from '../workbench/loadWorkbenchLocale.ts'
import { approvalDe } from './approvalDe.ts'
import { approvalEn } from './approvalEn.ts'
import { approvalLocale } from './approvalLocale.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { messageParts, say } from './Locale.ts'
import { english, loadLocale } from './loadLocale.ts'
import { signInDe } from './signInDe.ts'
import { signInEn } from './signInEn.ts'
import { signInLocale } from './signInLocale.ts'

const places = (message: string) =>
  messageParts(message)
    .flatMap((part) => ('value' in part ? [part.value] : []))
    .sort()

describe('catalogues', () => {
  const inEnglish = { ...en, ...approvalEn, ...signInEn }
  const inGerman = { ...de, ...approvalDe, ...signInDe }
  test('German has every message, with the same places', () => {
    const placesOf = (catalogue: Record<string, string>) =>
      Object.fromEntries(Object.entries(catalogue).map(([key, message]) => [key, places(message)]))
    expect(Object.values(inGerman)).not.toContain('')
    expect(placesOf(inGerman)).toEqual(placesOf(inEnglish))
  })

  test('every plural has both forms', () => {
    for (const key of Object.keys(inEnglish))
      if (key.endsWith('_other')) expect(inEnglish).toHaveProperty([key.replace('_other', '_one')])
  })

  test('nothing blames, shouts or says Oops', () => {
    for (const message of [...Object.values(inEnglish), ...Object.values(inGerman)])
      expect(message).not.toMatch(/!|oops/i)
  })

  test('German says Sie', () => {
    for (const message of Object.values({ ...accountDe, ...inGerman }))
      expect(message).not.toMatch(/\b(?:du|dich|dir|dein\w*|bist|hast|kannst)\b/i)
    expect(Object.values({ ...accountDe, ...inGerman }).join(' ')).toMatch(/\bIhnen\b/)
  })
})

describe('choosing', () => {
  test.each([
    ['de', 'de', 'ltr'],
    ['de-AT', 'de', 'ltr'],
    ['en-GB', 'en', 'ltr'],
    ['fr', 'en', 'ltr'],
    ['den', 'en', 'ltr'],
    ['ar-XB', 'en', 'ltr'],
    ['en-XA', 'en', 'ltr'],
  ])('%s', async (tag, found, dir) => expect(await loadLocale(tag)).toMatchObject({ tag: found, dir }))

  test('the workbench’s pseudo-locale turns words and keeps places', async () => {
    const locale = await loadWorkbenchLocale('ar-XB')
    const { messages } = approvalLocale(locale)
    expect(places(messages['code.title'])).toEqual(['email'])
    expect(messages['code.resend']).toContain('\u202e')
    expect(messages['approve.reject']).toContain('\u202e')
    expect(locale.dir).toBe('rtl')
  })

  test('plurals', () => {
    expect(say(english, 'code.wrong_other', { count: 1 })).toBe('That code is not right. 1 try left.')
    expect(say(english, 'code.wrong_other', { count: 2 })).toBe('That code is not right. 2 tries left.')
  })

  test('the other ways to sign in complete a language, and those that have no words of their own in English', () => {
    expect(say(signInLocale(english), 'farcaster.title')).toBe('Sign in with Farcaster')
    expect(say(signInLocale({ ...english, tag: 'de' }), 'farcaster.title')).toBe('Mit Farcaster anmelden')
    const complete = signInLocale(english)
    expect(signInLocale(complete)).toBe(complete)
  })

  test('approvals complete a language', () => {
    expect(say(approvalLocale(english), 'approve.reject')).toBe('Reject')
  })
})
