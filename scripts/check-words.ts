/**
 * Does the product say everything from its catalogues, in every language, in one voice (docs/voice.md)?
 * `tsx scripts/check-words.ts [--root <folder>]`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEntry, isTest, readFiles, rootOption, type SourceFiles } from './readSources.ts'
import { compareCatalogues, type Messages } from './words/compareCatalogues.ts'
import { findShownText } from './words/findShownText.ts'
import { readCatalogues } from './words/readCatalogues.ts'
import { findAvoided, readVoice, type Voice } from './words/readVoice.ts'

const VOICE = 'docs/voice.md'
/** What people see of the product; a workbench shows its states to whoever builds it. */
const SHOWN = /^(?:packages\/(?:modal|ui)|apps\/(?:frame|keys))\/src\/.*\.tsx?$/
const NOT_SHOWN = /\/(?:workbench|testing|locales)[/.]/
/** Names are the same in every language. */
const NAMES = new Set(['Latchkey', 'WalletConnect', 'Farcaster'])

/** Words that sources show by themselves, as `path:line message`. */
export function checkSources(files: SourceFiles): string[] {
  return [...files].flatMap(([path, source]) =>
    findShownText(source, path)
      .filter(({ text }) => !NAMES.has(text))
      .map(({ line, text }) => `${path}:${line} shows "${text}", which no catalogue has`),
  )
}

/** Avoided words in English messages, and fixed strings that no message says. */
export function checkVoice(voice: Voice, english: Messages): string[] {
  const messages = Object.entries(english).flatMap(([section, words]) =>
    Object.entries(words).map(([key, message]) => ({ key: `${section}/${key}`, message })),
  )
  const said = new Set(messages.map(({ message }) => message))
  return [
    ...messages.flatMap(({ key, message }) =>
      findAvoided(voice, message).map(
        ({ word, instead }) => `${key} says "${word}"; say ${instead}: ${message}`,
      ),
    ),
    ...[...voice.fixed]
      .filter((sentence) => !said.has(sentence))
      .map((sentence) => `no message says the fixed string "${sentence}"`),
  ]
}

/** What every language lacks or has too much. */
export function checkCatalogues(catalogues: ReadonlyMap<string, Messages>): string[] {
  const english = catalogues.get('en')
  if (!english) return ['there is no English catalogue']
  return [...catalogues].flatMap(([tag, messages]) =>
    compareCatalogues(tag, english, messages).map((problem) => `${tag}: ${problem}`),
  )
}

async function main(): Promise<void> {
  const root = rootOption(process.argv)
  const files = new Map(
    [...readFiles(root, SHOWN)].filter(([path]) => !NOT_SHOWN.test(path) && !isTest(path)),
  )
  const catalogues = await readCatalogues(root)
  const voice = readVoice(readFileSync(join(root, VOICE), 'utf8'))
  const problems = [
    ...checkSources(files),
    ...checkCatalogues(catalogues),
    ...checkVoice(voice, catalogues.get('en') ?? {}),
  ]
  for (const problem of problems) console.error(problem)
  const count = Object.values(catalogues.get('en') ?? {}).flatMap(Object.keys).length
  console.log(
    `${files.size} sources, ${count} messages in ${catalogues.size} languages, ` +
      `${voice.avoided.length} avoided words; ${problems.length} problems`,
  )
  if (problems.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) await main()
