import { signIn } from '@latchkey/i18n/en/signIn'
import type { Locale } from './Locale.ts'

/** Completes English with the messages of the ways to sign in, which are loaded with them. Other languages come whole. */
export const signInLocale = (locale: Locale): Locale =>
  'device.title' in locale.messages ? locale : { ...locale, messages: { ...locale.messages, ...signIn } }
