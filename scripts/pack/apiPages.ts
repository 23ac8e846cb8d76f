import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Declared, declarationsOf } from './surfaceOf.ts'

/** Markdown of a sentence: what stands outside of backticks is never taken for an element. */
const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll('<', '&lt;').replace(/\{@link (\S+?)\}/g, '`$1`'),
    )
    .join('')

const fence = (text: string, language = 'ts'): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``

/** One `@tag` of a docstring, as Markdown. */
function tag(name: string, text: string): string {
  if (name === 'example') return fence(text, 'tsx')
  if (name !== 'param') return `**${name === 'throws' ? 'Throws' : 'Returns'}** ${prose(text)}`
  const [, parameter = '', meaning = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  return `- \`${parameter}\`: ${prose(meaning)}`
}

function section(name: string, { text, doc = '' }: Declared): string {
  const [said = '', ...tags] = doc.split(/^@/m)
  const parts = tags.map((one) => {
    const [, kind = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(one.trim()) ?? []
    return tag(kind, rest)
  })
  const code = text.startsWith('of ') ? `Of \`${text.slice(3)}\`.` : fence(text.replace(/^declare /, ''))
  return [`### ${name}`, prose(said.trim()), code, ...parts].filter((part) => part !== '').join('\n\n')
}

const isFunction = ([, { text }]: [string, Declared]) => /^(?:declare )?function\b/.test(text)
const isValue = ([, { text }]: [string, Declared]) => /^(?:declare )?(?:const|class|let|var)\b/.test(text)

type Entry = {
  /** As a page imports it. */
  name: string
  /** As `exports` names it. */
  path: string
  declared: ReadonlyMap<string, Declared>
  /** An entry before it that exports the same. */
  sameAs: string | undefined
}

/** The entries of a built package that have declarations, in the order of its `exports`. */
export function typedEntries(folder: string): Entry[] {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const firstWith = new Map<string, string>()
  return Object.entries<{ types?: string }>(exports).flatMap(([path, { types }]) => {
    if (!types) return []
    const declared = new Map(
      [...declarationsOf(read, types)].sort(([left], [right]) => (left < right ? -1 : 1)),
    )
    const surface = JSON.stringify([...declared])
    const entry = `${name}${path.slice(1)}`
    const sameAs = firstWith.get(surface)
    if (sameAs === undefined) firstWith.set(surface, entry)
    return [{ name: entry, path, declared, sameAs }]
  })
}

/** Stands for what an entry exports where another has told it. */
export const sameSurface = (other: string): string => `It exports what \`${other}\` exports.`

function sections({ declared }: Entry): string[] {
  const all = [...declared]
  const parts = [
    ['Functions', all.filter(isFunction)],
    ['Classes and values', all.filter(isValue)],
    ['Types', all.filter((one) => !isFunction(one) && !isValue(one))],
  ] as const
  return parts.flatMap(([title, found]) =>
    found.length === 0 ? [] : [`## ${title}`, ...found.map(([one, declared]) => section(one, declared))],
  )
}

/**
 * The reference, a page for each entry of the package: what a page calls first, then the types.
 *
 * @param folder of the built package
 * @returns Markdown by the name of its file
 */
export function apiPages(folder: string): Map<string, string> {
  return new Map(
    typedEntries(folder).map((entry) => {
      const { name, path, sameAs } = entry
      const page = [`# ${name}`, ...(sameAs ? [sameSurface(sameAs)] : sections(entry))].join('\n\n')
      return [`${path === '.' ? name : path.slice(2).replaceAll('/', '-')}.md`, `${page}\n`]
    }),
  )
}
