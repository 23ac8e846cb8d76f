/** What `docs/voice.md` asks of the words. */
export type Voice = {
  /** A word or phrase that is not used, with what is used instead. A star stands for any ending. */
  avoided: readonly { word: string; instead: string }[]
  /** Sentences that somebody else has fixed: they are said as they are. */
  fixed: ReadonlySet<string>
}

const AVOIDED = '## Words we avoid'
const FIXED = '## Fixed strings'

/** The lines of a section, up to the next heading of its level. */
function sectionOf(markdown: string, heading: string): string[] {
  const lines = markdown.split('\n')
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`docs/voice.md has no section "${heading}".`)
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  return lines.slice(start + 1, end < 0 ? undefined : end)
}

/**
 * Reads the table of avoided words (`| avoid | instead |`) and the list of fixed strings (`- \`…\``).
 *
 * @throws Error when one of the two is missing or empty: a check without its list would find nothing
 */
export function readVoice(markdown: string): Voice {
  const avoided = sectionOf(markdown, AVOIDED)
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .flatMap((line) => {
      const [, words = '', instead = ''] = line.split('|').map((cell) => cell.trim())
      return words.split(',').map((word) => ({ word: word.trim(), instead }))
    })
  const fixed = sectionOf(markdown, FIXED).flatMap((line) => /^- `(.+)`/.exec(line)?.[1] ?? [])
  if (avoided.length === 0 || fixed.length === 0) throw new Error('docs/voice.md lists no words.')
  return { avoided, fixed: new Set(fixed) }
}

/** Finds avoided words in a message, in any case, as whole words. */
export function findAvoided({ avoided, fixed }: Voice, message: string): Voice['avoided'] {
  if (fixed.has(message)) return []
  return avoided.filter(({ word }) => {
    const pattern = word
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '\\p{L}*')
      .replace(/\s+/g, '\\s+')
    return new RegExp(`(?<![\\p{L}-])${pattern}(?![\\p{L}-])`, 'iu').test(message)
  })
}
