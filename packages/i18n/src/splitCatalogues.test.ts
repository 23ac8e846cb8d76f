import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type * as Languages from './languages.ts'
import { LANGUAGES } from './languages.ts'
import * as english from './locales/en.ts'
import { keepSections, splitCatalogues } from './splitCatalogues.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-words-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The chunks of a page that says something, by what they hold. */
async function chunksOf(code: string, plugin = splitCatalogues()): Promise<string[]> {
  const input = join(folder, 'page.js')
  writeFileSync(input, code)
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: { write: false, minify: false, rolldownOptions: { input } },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
}

const everything = Object.values(english).flatMap((words) => Object.values<string>(words))
/** A sentence that no other section says. */
const isOwn = (message: string) =>
  message.length > 20 && everything.filter((one) => one.includes(message)).length === 1

const sectionsIn = (code: string): string[] =>
  Object.entries(english).flatMap(([section, words]) =>
    Object.values<string>(words).some((message) => code.includes(message) && isOwn(message)) ? [section] : [],
  )

describe('a part brings its own words', () => {
  it.each(Object.keys(english))('%s in English', async (section) => {
    const chunks = await chunksOf(
      `import { ${section} } from '@latchkey/i18n/en/${section}'; console.log(${section})`,
    )
    expect(chunks.map(sectionsIn)).toEqual([[section]])
  })

  it('each section is where it is asked for, though one catalogue has them all', async () => {
    const chunks = await chunksOf(
      `import { frame } from '@latchkey/i18n/en/frame'; console.log(frame)
       import('@latchkey/i18n/en/approval').then(({ approval }) => console.log(approval))`,
    )
    expect(chunks.map(sectionsIn)).toEqual([['frame'], ['approval']])
  })

  it('another language is a chunk of its own, with the words of that part alone', async () => {
    const chunks = await chunksOf(
      `import { loadCatalogue } from '@latchkey/i18n/languages/panel'; void loadCatalogue('de').then(console.log)`,
    )
    const german = chunks.filter((code) => code.includes('Schließen'))
    expect(german).toHaveLength(1)
    expect(german[0]).toMatch(/\bpanel\b/)
    expect(german[0]).not.toMatch(/\b(?:modal|approval|account|mail)\b/)
    expect(chunks[0]).not.toContain('Schließen')
  })

  it('a section that there is not fails the build', async () => {
    await expect(chunksOf(`import '@latchkey/i18n/en/footer'`)).rejects.toThrow('no section “footer”')
    expect(() => keepSections('export const modal = {\n} as const\n', ['mail'])).toThrow('no section “mail”')
  })
})

it('a language is its catalogue and a line of the registry', async () => {
  cpSync(import.meta.dirname, folder, { recursive: true })
  const german = readFileSync(join(folder, 'locales', 'de.ts'), 'utf8')
  writeFileSync(join(folder, 'locales', 'mt.ts'), german.replaceAll('Schließen', 'Agħlaq'))
  const registry = join(folder, 'languages.ts')
  const line = `  de: { dir: 'ltr', load: () => import('./locales/de.ts') },\n`
  const source = readFileSync(registry, 'utf8')
  expect(source).toContain(line)
  writeFileSync(registry, source.replace(line, line + line.replaceAll('de', 'mt')))

  const languages = (await import(pathToFileURL(registry).href)) as typeof Languages
  expect(languages.LANGUAGES).toEqual([...LANGUAGES.slice(0, 3), 'mt', ...LANGUAGES.slice(3)])
  expect(languages.languageOf(['mt-MT'])).toBe('mt')
  const copy = (await import(pathToFileURL(join(folder, 'splitCatalogues.mjs')).href)) as {
    splitCatalogues: typeof splitCatalogues
  }
  const chunks = await chunksOf(
    `import { LANGUAGES, loadCatalogue } from '@latchkey/i18n/languages/panel'
     for (const tag of LANGUAGES) void loadCatalogue(tag).then(console.log)`,
    copy.splitCatalogues(),
  )
  expect(chunks.filter((code) => code.includes('Agħlaq'))).toHaveLength(1)
  expect(chunks).toHaveLength(LANGUAGES.length + 1)
})
