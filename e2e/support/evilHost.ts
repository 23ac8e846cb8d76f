import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '@latchkey/testing/node'
import { demoContentSecurityPolicy, demoDocuments, fillStackMeta } from '../../scripts/stack/demoHosts.ts'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { startStaticServer } from '../../scripts/stack/staticServer.ts'

export type EvilHost = { origin: string; stop(): Promise<void> }

/** A site on nobody's list, without any policy of its own. */
export async function startEvilHost(pages: Readonly<Record<string, string>>): Promise<EvilHost> {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? '/').split('?')[0] ?? '/']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '')
  })
  // Not any port that the system has: one that a stack has chosen may still be without its server.
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://evil.localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The demo, built and served as ever, on a site that its project does not list. */
export async function startUnlistedDemo(stack: Stack): Promise<EvilHost> {
  const port = await freePort()
  const host = `unlisted.localhost:${port}`
  const server = await startStaticServer({
    port,
    host,
    directory: fileURLToPath(new URL('../../apps/demo/dist', import.meta.url)),
    documents: demoDocuments.app,
    contentSecurityPolicy: demoContentSecurityPolicy(stack.origins),
    fill: (html) => fillStackMeta(html, stack.origins),
  })
  return { origin: `http://${host}`, stop: server.stop }
}
