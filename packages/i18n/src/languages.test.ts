import { describe, expect, it } from 'vitest'
import { type Catalogue, LANGUAGES, languageOf, loadCatalogue } from './languages.ts'
import * as english from './locales/en.ts'
import { messageParts } from './say.ts'

const catalogueOf = async (tag: (typeof LANGUAGES)[number]): Promise<Catalogue> =>
  (await loadCatalogue(tag))?.catalogue ?? english

const placesOf = (message: string) =>
  messageParts(message)
    .flatMap((part) => ('value' in part ? [part.value] : []))
    .sort()

/** Every message of a language as `section/key` with its text. */
const messagesOf = (catalogue: Catalogue): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([section, words]) =>
      Object.entries<string>(words).map(([key, message]) => [`${section}/${key}`, message] as const),
    ),
  )
const inEnglish = messagesOf(english)

const FORM = /_(?:zero|one|two|few|many|other)$/
const stemOf = (key: string) => key.replace(FORM, '')
const isPlural = (key: string) => FORM.test(key) && inEnglish.has(`${stemOf(key)}_other`)

/** The plural forms that a language needs for whole numbers below 1 000. */
function pluralFormsOf(tag: string): string[] {
  const rules = new Intl.PluralRules(tag)
  return [...new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)))]
}

describe.each(LANGUAGES)('the catalogue of %s', (tag) => {
  it('has every message in each of its plural forms, and nothing else', async () => {
    const forms = pluralFormsOf(tag)
    const expected = [...inEnglish.keys()].flatMap((key) =>
      isPlural(key) ? (key.endsWith('_other') ? forms.map((form) => `${stemOf(key)}_${form}`) : []) : [key],
    )
    expect([...messagesOf(await catalogueOf(tag)).keys()].sort()).toEqual(expected.sort())
  })

  it('has every place and no other', async () => {
    const [empty, found, wanted]: [string[], string[], string[]] = [[], [], []]
    for (const [key, message] of messagesOf(await catalogueOf(tag))) {
      if (message.trim() === '') empty.push(key)
      const places = placesOf(message)
      const source = placesOf(inEnglish.get(isPlural(key) ? `${stemOf(key)}_other` : key) ?? '')
      // "One minute" and "two minutes" may be words: a form for one number alone need not write it.
      const isOneNumber = isPlural(key) && /_(?:zero|one|two)$/.test(key)
      found.push(`${key}: ${places}`)
      wanted.push(
        `${key}: ${isOneNumber && !places.includes('count') ? source.filter((name) => name !== 'count') : source}`,
      )
    }
    expect(empty).toEqual([])
    expect(found).toEqual(wanted)
  })

  it('does not shout, and says no Oops', async () => {
    const all = [...messagesOf(await catalogueOf(tag))]
    expect(all.filter(([, message]) => /!|oops/i.test(message))).toEqual([])
  })

  it('writes the amounts that stand for an example as it writes every amount', async () => {
    const examples = [
      'home/send.badAmount',
      'home/send.badFiat',
      'home/swap.slippageBad',
      'approval/cap.number',
      'home/buy.badAmount',
    ]
    const messages = messagesOf(await catalogueOf(tag))
    const written = new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 2 })
    const half = written.format(0.5)
    const decimal = [...half].slice(1, -1).join('')
    const number = /\p{Nd}+(?:[.,\u066b]\p{Nd}+)/gu
    for (const key of examples) {
      const found = messages.get(key)?.match(number) ?? []
      expect(found.length, key).toBeGreaterThan(0)
      for (const one of found) {
        expect(one, key).toContain(decimal)
        // Digits of one script only, those of the language.
        expect(
          [...one].every((sign) => sign === decimal || /[0-9]/.test(sign) === /[0-9]/.test(half)),
          key,
        ).toBe(true)
      }
    }
  })

  it('calls a language by a tag that Intl knows', () => {
    expect(Intl.PluralRules.supportedLocalesOf([tag])).toEqual([tag])
  })
})

it('English blames nobody in the modal', () => {
  for (const message of Object.values(english.modal)) expect(message).not.toMatch(/invalid/i)
})

it('German says Sie', async () => {
  const all = [...messagesOf(await catalogueOf('de'))]
  for (const [key, message] of all)
    expect(message, key).not.toMatch(/\b(?:du|dich|dir|dein\w*|bist|hast|kannst)\b/i)
  expect(all.join(' ')).toMatch(/\bIhnen\b/)
})

it('Hebrew speaks to its reader in the plural', async () => {
  for (const [key, message] of messagesOf(await catalogueOf('he')))
    expect(message, key).not.toMatch(/(?<!\p{L})(?:שלך|אותך|לך|דחית|ביטלת)(?!\p{L})/u)
})

it.each(['es', 'fr'] as const)('%s calls the wallet by one word', async (tag) => {
  for (const [key, message] of messagesOf(await catalogueOf(tag)))
    expect(message.replaceAll('{wallet}', ''), key).not.toMatch(/\bwallets?\b/i)
})

it('German kinds of account have words of their own', async () => {
  const { modal } = await catalogueOf('de')
  for (const [key, message] of Object.entries(english.modal))
    if (key.startsWith('accountType.')) expect(modal[key as keyof typeof modal], key).not.toBe(message)
})

it('R8-13 warns of smart accounts in the same words everywhere', () => {
  expect(english.modal['accountType.notice']).toBe('This site may not support smart accounts')
  expect(english.modal['toast.noSmartAccounts']).toBe(english.modal['accountType.notice'])
})

describe('languageOf', () => {
  const withPseudo = [...LANGUAGES, 'en-XA'] as const
  it.each([
    ['the first wish wins', ['de', 'en', 'en'], 'de'],
    ['a regional tag is found by its language', [undefined, 'de-AT', 'en'], 'de'],
    ['a language is found from another country', ['de-CH'], 'de'],
    ['an empty wish is passed over', [undefined, '', 'mt', 'de-CH', 'en'], 'de'],
    ['a wish that nothing fits is passed over', ['mt', 'de'], 'de'],
    ['no tag at all is passed over', ['%%', 'x', '-', 'de'], 'de'],
    ['another script is another language', ['de-Cyrl', 'en'], 'en'],
    ['English where it is wished for first', ['en-GB', 'de'], 'en'],
    ['English at last', ['xx', 'yy', 'zz'], 'en'],
    ['no language that only begins alike', ['den'], 'en'],
    ['no member of an object', ['constructor', '__proto__'], 'en'],
    ['a tag of its own by the whole tag', ['en-XA'], 'en-XA'],
    ['not by its language', ['mt-XA', 'de'], 'de'],
    ['in any case, with any separator', [' DE_de '], 'de'],
  ])('%s', (_, wishes, tag) => {
    expect(languageOf(wishes, withPseudo)).toBe(tag)
  })
})
