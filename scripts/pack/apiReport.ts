import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPages, sameSurface, typedEntries } from './apiPages.ts'
import { bare } from './surfaceOf.ts'

/**
 * What the package exports, as a text that is kept beside it: a change of the surface is a change of that file.
 *
 * @param folder of the built package
 */
function apiReport(folder: string): string {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const sections = typedEntries(folder).map(({ name: entry, declared, sameAs }) => {
    if (sameAs) return `## ${entry}\n\n${sameSurface(sameAs)}\n`
    const lines = [...declared].map(([one, { text }]) => {
      const surface = bare(text)
      return surface.includes(one) ? surface : `${one}: ${surface}`
    })
    return `## ${entry}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`
  })
  return `# What ${name} exports\n\nWritten by \`npm run pack -- --api\`. Where the package exports something else, \`npm run outside\` and \`npm test\` fail.\n\n${sections.join('\n')}`
}

/**
 * What is written down of the package's exports, by file: the report that shows a change of the surface, which is not
 * published, and the reference of the documentation.
 */
export function apiFiles(root: string): Map<string, string> {
  const folder = join(root, 'packages', 'latchkey')
  return new Map([
    [join(folder, 'api.md'), apiReport(folder)],
    ...[...apiPages(folder)].map(([name, text]) => [join(root, 'docs', 'api', name), text] as const),
  ])
}
