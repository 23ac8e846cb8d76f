import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { demoDocuments, fillStackMeta } from './demoHosts.ts'
import { createFaucet, faucetAddresses } from './faucet.ts'
import type { StackOrigins, StackPorts } from './serviceEnv.mjs'
import { answerPost, type StaticServer } from './staticServer.ts'

/** Shows the documents at the paths that the finished build has. */
function stackPlugin(
  documents: Readonly<Record<string, string>>,
  origins: StackOrigins,
  ports: StackPorts,
  faucet: ReturnType<typeof createFaucet>,
): Plugin {
  return {
    name: 'latchkey-stack',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        if (path === '/faucet' && request.method === 'POST') return void answerPost(faucet, request, response)
        if (Object.hasOwn(documents, path)) request.url = `/${documents[path]}`
        next()
      })
    },
    transformIndexHtml: (html) => fillStackMeta(html, origins, ports.inbox),
  }
}

/** Runs `action` and takes back the SIGTERM handlers it adds: Vite's would end the process before the other parts. */
async function withoutSigtermHandlers<T>(action: () => Promise<T>): Promise<T> {
  const before = new Set(process.listeners('SIGTERM'))
  const result = await action()
  for (const listener of process.listeners('SIGTERM'))
    if (!before.has(listener)) process.removeListener('SIGTERM', listener)
  return result
}

/** Vite's dev servers (hot reload) for the two demo hosts. They have no content security policy: Vite injects scripts. */
export async function startDevHosts(
  root: string,
  ports: StackPorts,
  origins: StackOrigins,
): Promise<StaticServer> {
  const directory = join(root, 'apps', 'demo')
  const start = async (name: 'app' | 'shop') => {
    const server = await createServer({
      root: directory,
      configFile: join(directory, 'vite.config.ts'),
      // Two servers must not share the folder of prebuilt dependencies.
      cacheDir: join(root, '.latchkey', 'vite', name),
      logLevel: 'warn',
      plugins: [stackPlugin(demoDocuments[name], origins, ports, createFaucet(faucetAddresses(ports)))],
      server: {
        host: '127.0.0.1',
        port: ports[name],
        strictPort: true,
        allowedHosts: ['.localhost'],
        hmr: { host: new URL(origins[name]).hostname, clientPort: ports[name] },
      },
    })
    try {
      return await server.listen()
    } catch (error) {
      await server.close()
      throw error
    }
  }
  const app = await withoutSigtermHandlers(() => start('app'))
  try {
    const shop = await withoutSigtermHandlers(() => start('shop'))
    return {
      async stop() {
        await Promise.all([app.close(), shop.close()])
      },
    }
  } catch (error) {
    await app.close()
    throw error
  }
}
