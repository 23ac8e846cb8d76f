/**
 * The TypeScript blocks of Markdown pages as files by name. What a block uses and does not make itself stands before it, in
 * a comment that a reader does not see: `<!-- given … -->`.
 */
export function fencesOf(pages: ReadonlyMap<string, string>): Map<string, string> {
  const fences = new Map<string, string>()
  for (const [path, text] of pages) {
    const found = text.matchAll(
      /(?:<!-- given\n((?:(?!-->)[\s\S])*)-->\n+)?^ *```(tsx?)\n([\s\S]*?)^ *```$/gm,
    )
    for (const [at, [, given = '', ending = 'ts', code = '']] of [...found].entries())
      fences.set(
        `${path.replaceAll(/[/.]/g, '-')}-${at + 1}.${ending}`,
        // A module: a script would share its names with all others.
        `${given}${code}\nexport {}\n`,
      )
  }
  return fences
}
