import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { buildAll } from '../stack/buildAll.ts'
import type { StackOrigins, StackPorts } from '../stack/serviceEnv.mjs'
import { type StaticServer, startStaticServer } from '../stack/staticServer.ts'

/** Nothing inline and nobody else: the search has its index in a script. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The addresses of a built site without their endings: `/`, `/errors`, `/recipes/`. */
function documentsIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const pages = names.filter((name) => name.endsWith('.html')).map((name) => name.split(sep).join('/'))
  return Object.fromEntries(
    pages.map((name) => [`/${name.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`, name]),
  )
}

type DocsHostOptions = {
  root: string
  ports: Pick<StackPorts, 'docs'>
  origins: Pick<StackOrigins, 'docs'>
  signal?: AbortSignal
}

/**
 * Builds the documentation where it has changed, and serves it.
 *
 * @throws Error with the output of the build, as for a link to nowhere
 */
export async function startDocsHost({
  root,
  ports,
  origins,
  signal,
}: DocsHostOptions): Promise<StaticServer> {
  await buildAll({ root, only: ['docs'], ...(signal ? { signal } : {}) })
  signal?.throwIfAborted()
  const directory = join(root, 'docs', '.vitepress', 'dist')
  return startStaticServer({
    port: ports.docs,
    directory,
    host: new URL(origins.docs).host,
    documents: documentsIn(directory),
    contentSecurityPolicy: DOCS_POLICY,
  })
}
