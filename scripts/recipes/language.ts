import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from './Recipe.ts'

const german = join(import.meta.dirname, '..', '..', 'packages', 'i18n', 'src', 'locales', 'de.ts')

/** Stands for a translation: the German catalogue with its first words in Dutch. */
const dutch = readFileSync(german, 'utf8')
  .replace('/** German,', '/** Dutch,')
  .replace("'shell.close': 'Schließen'", "'shell.close': 'Sluiten'")

export const language: Recipe = {
  name: 'language',
  page: 'add-a-language.md',
  limit: { files: 1, lines: 1 },
  files: { 'packages/i18n/src/locales/nl.ts': dutch },
  lines: [
    {
      file: 'packages/i18n/src/languages.ts',
      after: "de: { dir: 'ltr'",
      text: "  nl: { dir: 'ltr', load: () => import('./locales/nl.ts') },",
    },
  ],
  projects: ['packages/i18n', 'apps/frame', 'apps/service'],
  tests: {
    'packages/i18n/src/dutch.test.ts': `import { expect, test } from 'vitest'
import { languageOf, loadCatalogue } from './languages.ts'

test('a browser that wishes for Dutch gets it, and no other does', () => {
  expect(languageOf(['nl-BE', 'en'])).toBe('nl')
  expect(languageOf(['nn'])).toBe('en')
})

test('it speaks', async () => {
  const loaded = await loadCatalogue('nl')
  expect([loaded?.dir, loaded?.catalogue.modal['shell.close']]).toEqual(['ltr', 'Sluiten'])
})
`,
  },
  runs: ['packages/i18n/src/languages.test.ts'],
}
