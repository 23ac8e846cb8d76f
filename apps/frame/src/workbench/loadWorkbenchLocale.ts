import { approvalEn } from '../locales/approvalEn.ts'
import { en } from '../locales/en.ts'
import type { Locale } from '../locales/Locale.ts'
import { loadLocale } from '../locales/loadLocale.ts'
import { signInEn } from '../locales/signInEn.ts'
import { pseudoMessages } from './pseudo.ts'

/** As the frame chooses its language, and besides a right-to-left pseudo-locale (`ar-XB`), which no host can ask for. */
export async function loadWorkbenchLocale(tag: string): Promise<Locale> {
  if (tag.toLowerCase() !== 'ar-xb') return loadLocale(tag)
  return { tag: 'ar-XB', dir: 'rtl', messages: pseudoMessages({ ...en, ...approvalEn, ...signInEn }) }
}
