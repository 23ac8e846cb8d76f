/** Languages that have a catalogue. The last two are made from English, for testing. */
export const LOCALES = ['en', 'de', 'en-XA', 'ar-XB'] as const
export type LocaleTag = (typeof LOCALES)[number]

/** BCP 47 tags that may answer, in the order of their weight. */
export type LocaleWishes = {
  /** What the page asked for. */
  option?: string | undefined
  /** `<html lang>` */
  page?: string | undefined
  /** `navigator.languages` */
  browser?: readonly string[] | undefined
}

/**
 * The catalogue to use: the first wish that one fits, by its whole tag, else by its language (RFC 4647, lookup).
 *
 * @example
 * negotiateLocale({ page: 'de-AT', browser: ['en'] }) // 'de'
 */
export function negotiateLocale({ option, page, browser = [] }: LocaleWishes): LocaleTag {
  for (const wish of [option, page, ...browser]) {
    const tag = wish?.trim().toLowerCase().replaceAll('_', '-')
    if (!tag) continue
    const found =
      LOCALES.find((locale) => locale.toLowerCase() === tag) ??
      LOCALES.find((locale) => locale === tag.split('-')[0])
    if (found) return found
  }
  return 'en'
}
