import { createHash } from 'node:crypto'
import type { OutsideWallet } from './OutsideWallet.ts'

/** Nothing inline, no evaluation, our origins alone: what docs/integrating.md asks for. */
const directivesFor = ({ origins: { api, wallet } }: OutsideWallet): Record<string, string[]> => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', api],
  'connect-src': ["'self'", api],
  'frame-src': [wallet],
  'base-uri': ["'none'"],
})

/**
 * The policy that a document of a consumer is served with. An import map has to stand in the document, so its hash is
 * named.
 *
 * @param allows what another library of the page needs besides, by directive
 */
export function pagePolicy(
  html: string,
  wallet: OutsideWallet,
  allows: Readonly<Record<string, readonly string[]>> = {},
): string {
  const directives = directivesFor(wallet)
  const add = (name: string, sources: readonly string[]) => {
    directives[name] = [...(directives[name] ?? []), ...sources]
  }
  for (const [name, sources] of Object.entries(allows)) add(name, sources)
  const [, map] = /<script type="importmap">([^<]*)<\/script>/.exec(html) ?? []
  if (map !== undefined) add('script-src', [`'sha256-${createHash('sha256').update(map).digest('base64')}'`])
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
