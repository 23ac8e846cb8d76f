/** A language: messages by section and key. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

const FORM = /_(?:zero|one|two|few|many|other)$/
const ONE_NUMBER = /_(?:zero|one|two)$/

const stemOf = (key: string) => key.replace(FORM, '')

/** `section/key` with its text. */
const flat = (messages: Messages): Map<string, string> =>
  new Map(
    Object.entries(messages).flatMap(([section, words]) =>
      Object.entries(words).map(([key, text]) => [`${section}/${key}`, text] as const),
    ),
  )

/** The plural forms that a language has for whole numbers below 1 000. */
function formsOf(tag: string): string[] {
  const rules = new Intl.PluralRules(tag)
  return [...new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)))]
}

const placesOf = (text: string): string[] => [...text.matchAll(/\{([a-zA-Z]+)\}/g)].map(([place]) => place)

/** What one list has more often than the other. */
function surplus(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return list.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * Says what a language lacks and what it has too much: messages, plural forms and places.
 *
 * @example
 * compareCatalogues('de', { modal: { hello: 'Hi {name}' } }, { modal: { hello: 'Hallo' } })
 * // ['modal/hello lacks {name}']
 */
export function compareCatalogues(tag: string, english: Messages, translated: Messages): string[] {
  const source = flat(english)
  const target = flat(translated)
  const isPlural = (key: string) => FORM.test(key) && source.has(`${stemOf(key)}_other`)
  const expected = new Set(
    [...source.keys()].flatMap((key) =>
      isPlural(key) ? formsOf(tag).map((form) => `${stemOf(key)}_${form}`) : [key],
    ),
  )
  const problems: string[] = []
  for (const key of expected) if (!target.has(key)) problems.push(`${key} is missing`)
  for (const [key, text] of target) {
    if (!expected.has(key)) {
      problems.push(`${key} is not a message of English`)
      continue
    }
    if (text.trim() === '') problems.push(`${key} is empty`)
    const wanted = placesOf(source.get(isPlural(key) ? `${stemOf(key)}_other` : key) ?? '')
    const places = placesOf(text)
    // "One minute" and "two minutes" may be words: a form for one number alone need not write it.
    const mayLack = isPlural(key) && ONE_NUMBER.test(key) ? '{count}' : undefined
    for (const place of surplus(wanted, places)) if (place !== mayLack) problems.push(`${key} lacks ${place}`)
    for (const place of surplus(places, wanted)) problems.push(`${key} has ${place}, English has not`)
  }
  return problems
}
