import type * as english from './en.ts'

/** A part of the product that has words of its own. */
export type Section = keyof typeof english
/** The messages that a part reads. */
export type Words<Name extends Section> = Readonly<Record<keyof (typeof english)[Name], string>>

type Stem<Key> = Key extends `${infer Name}_other` ? Name : never
type PluralForm<Key> = `${Stem<Key>}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
/**
 * What a language says in one part: the compiler names every message that it lacks. Which plural forms there are is the
 * language's own matter (Intl.PluralRules), and `languages.test.ts` names those that it lacks.
 */
export type Translation<Name extends Section, Key = keyof (typeof english)[Name]> = Readonly<
  Record<Exclude<Key, PluralForm<Key>> & string, string> & Partial<Record<PluralForm<Key>, string>>
>
/** A language: a section for each part. */
export type Catalogue = { readonly [Name in Section]: Words<Name> }
/** A language as its file writes it. */
export type TranslatedCatalogue = { readonly [Name in Section]: Translation<Name> }
