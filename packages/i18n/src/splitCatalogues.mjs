import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('./', import.meta.url)).replaceAll('\\', '/')
/** Parts that are loaded as one in every language but English. */
const TOGETHER = {
  frame: ['frame', 'signIn', 'approval', 'clear', 'onSolana', 'onBitcoin'],
  modal: ['modal', 'home'],
}
const MARK = '?sections='

/** A catalogue with no sections but these. Throws where one of them is missing. */
export function keepSections(source, sections) {
  const found = new Map(
    [...source.matchAll(/^export const (\w+)\b[^\n]*= \{\n[\s\S]*?^\}.*$/gm)].map(([text, name]) => [
      name,
      text,
    ]),
  )
  return sections
    .map((section) => {
      const text = found.get(section)
      if (text === undefined) throw new Error(`A catalogue has no section “${section}”.`)
      return text.replace(/^(export const \w+): [^=]+=/, '$1 =')
    })
    .join('\n')
}

/**
 * A Vite plugin: whoever imports words gets the sections that they asked for, and no others. Without it everything works
 * and every part brings the words of all.
 */
export function splitCatalogues() {
  return {
    name: 'split-catalogues',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, folder, section] = /^@latchkey\/i18n\/(en|languages)\/(\w+)$/.exec(source) ?? []
      if (folder === 'en') return `${SOURCES}locales/en.ts${MARK}${section}`
      if (folder) return `${SOURCES}languages.ts${MARK}${(TOGETHER[section] ?? [section]).join('+')}`
      const [from, sections] = importer?.split(MARK) ?? []
      const [, language] = /^\.\/locales\/([\w-]+)\.ts$/.exec(source) ?? []
      if (sections && language && from === `${SOURCES}languages.ts`)
        return `${SOURCES}locales/${language}.ts${MARK}${sections}`
      return undefined
    },
    load(id) {
      const [file, sections] = id.split(MARK)
      if (!sections) return undefined
      const source = readFileSync(file, 'utf8')
      const isCatalogue = file.startsWith(`${SOURCES}locales/`)
      return { code: isCatalogue ? keepSections(source, sections.split('+')) : source, moduleType: 'ts' }
    },
  }
}
