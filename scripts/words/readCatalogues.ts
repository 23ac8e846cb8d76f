import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Messages } from './compareCatalogues.ts'

const LOCALES = 'packages/i18n/src/locales'

/** Every language by its tag, as its file has it now. */
export async function readCatalogues(root: string): Promise<Map<string, Messages>> {
  const names = readdirSync(join(root, LOCALES)).filter((name) => /^[a-z]{2}(?:-\w+)?\.ts$/.test(name))
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const messages: Messages = { ...(await import(pathToFileURL(join(root, LOCALES, name)).href)) }
        return [name.replace(/\.ts$/, ''), messages] as const
      }),
    ),
  )
}

/** The language whose messages have the most letters together. */
export function longestLanguage(catalogues: ReadonlyMap<string, Messages>): string {
  const lettersOf = (messages: Messages) => Object.values(messages).flatMap(Object.values).join('').length
  const [longest] = [...catalogues].sort(([, a], [, b]) => lettersOf(b) - lettersOf(a))
  if (!longest) throw new Error('There is no language.')
  return longest[0]
}
