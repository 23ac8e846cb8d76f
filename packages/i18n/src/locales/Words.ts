import type * as english from './en.ts'

/** A part of the product that has words of its own. */
export type Section = keyof typeof english
/** What a language says in one part: the compiler names every message that it lacks. */
export type Words<Name extends Section> = Readonly<Record<keyof (typeof english)[Name], string>>
/** A language: a section for each part. */
export type Catalogue = { readonly [Name in Section]: Words<Name> }
