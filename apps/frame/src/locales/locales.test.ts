import { messageParts, say } from '@latchkey/i18n/say'
import { describe, expect, test } from 'vitest'
import { loadWorkbenchLocale } from '../workbench/loadWorkbenchLocale.ts'
import { approvalLocale } from './approvalLocale.ts'
import type { Locale, MessageKey } from './Locale.ts'
import { english, loadLocale } from './loadLocale.ts'
import { signInLocale } from './signInLocale.ts'

const places = (message: string | undefined) =>
  messageParts(message ?? '').flatMap((part) => ('value' in part ? [part.value] : []))
const write = (locale: Locale, key: MessageKey, count?: number) =>
  say<MessageKey>(locale, key, count === undefined ? {} : { count })

describe('choosing', () => {
  test.each([
    ['de', 'de', 'ltr'],
    ['de-AT', 'de', 'ltr'],
    ['en-GB', 'en', 'ltr'],
    ['mt', 'en', 'ltr'],
    ['den', 'en', 'ltr'],
    ['ar-EG', 'ar', 'rtl'],
    ['zh-TW', 'zh-Hant', 'ltr'],
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
    expect(write(english, 'code.wrong_other', 1)).toBe('That code is not right. 1 try left.')
    expect(write(english, 'code.wrong_other', 2)).toBe('That code is not right. 2 tries left.')
  })

  test('the other ways to sign in complete English', () => {
    const complete = signInLocale(english)
    expect(write(complete, 'farcaster.title')).toBe('Sign in with Farcaster')
    expect(signInLocale(complete)).toBe(complete)
  })

  test('approvals complete English', () => {
    const complete = approvalLocale(english)
    expect(write(complete, 'approve.reject')).toBe('Reject')
    expect(write(complete, 'clear.title.wrap')).toBe('Wrap')
    expect(approvalLocale(complete)).toBe(complete)
  })

  test('another language comes whole', async () => {
    const german = await loadLocale('de')
    expect(approvalLocale(signInLocale(german))).toBe(german)
    expect(write(german, 'farcaster.title')).toBe('Mit Farcaster anmelden')
    expect(write(german, 'approve.reject')).toBe('Ablehnen')
    expect(write(german, 'clear.title.wrap')).not.toBe('Wrap')
  })
})
