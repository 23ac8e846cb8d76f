import { approval } from '@latchkey/i18n/en/approval'
import { clear } from '@latchkey/i18n/en/clear'
import { frame } from '@latchkey/i18n/en/frame'
import { signIn } from '@latchkey/i18n/en/signIn'
import { pseudoMessages } from '@latchkey/i18n/pseudo'
import type { Locale } from '../locales/Locale.ts'
import { loadLocale } from '../locales/loadLocale.ts'

/** As the frame chooses its language, and besides a right-to-left pseudo-locale (`ar-XB`), which no host can ask for. */
export async function loadWorkbenchLocale(tag: string): Promise<Locale> {
  if (tag.toLowerCase() !== 'ar-xb') return loadLocale(tag)
  const messages = pseudoMessages({ ...frame, ...signIn, ...approval, ...clear }, 'ar-XB')
  return { tag: 'ar-XB', dir: 'rtl', messages }
}
