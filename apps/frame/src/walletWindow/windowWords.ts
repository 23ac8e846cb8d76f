import { onBitcoin } from '@latchkey/i18n/en/onBitcoin'
import { onSolana } from '@latchkey/i18n/en/onSolana'
import { approvalLocale } from '../locales/approvalLocale.ts'
import type { Locale } from '../locales/Locale.ts'
import { english } from '../locales/loadLocale.ts'

/** The words of every kind of request: the window is told keys alone. */
export const windowLocale = (locale: Locale): Locale => approvalLocale(locale, { ...onSolana, ...onBitcoin })

const { messages } = windowLocale(english)

/** Whether the catalogue has a message of that name: any other text would be drawn as it is. */
export const isMessageKey = (key: string): boolean => Object.hasOwn(messages, key)
