import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPages } from './apiPages.ts'
import { surfaceOf } from './surfaceOf.ts'

/**
 * What the package exports, as a text that is kept beside it: a change of the surface is a change of that file.
 *
 * @param folder of the built package
 */
function apiReport(folder: string): string {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const sections = Object.entries<{ types?: string }>(exports).flatMap(([entry, { types }]) => {
    if (!types) return []
    const surface = [...surfaceOf(read, types)].sort(([left], [right]) => (left < right ? -1 : 1))
    const lines = surface.map(([one, text]) => (text.includes(one) ? text : `${one}: ${text}`))
    return `## ${name}${entry.slice(1)}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`
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
