import { join } from 'node:path'
import { createFaucet, faucetAddresses } from './faucet.ts'
import type { StackOrigins, StackPorts } from './serviceEnv.mjs'
import { type StaticServer, startStaticServer } from './staticServer.ts'

/** Which documents of the demo build each host shows. */
export const demoDocuments = {
  app: {
    '/': 'index.html',
    // No window that it opens may answer it, nor one that the wallet in it opens.
    '/isolated': 'index.html',
    '/workbench': 'workbench.html',
    '/workbench.html': 'workbench.html',
    '/baseline': 'baseline.html',
    '/button-only': 'button-only.html',
    '/empty-frames': 'empty-frames.html',
    '/sign-in': 'sign-in.html',
    '/in-dialog': 'in-dialog.html',
    '/wagmi': 'wagmi.html',
    '/solana': 'solana.html',
    '/bitcoin': 'bitcoin.html',
    '/playground': 'playground.html',
  },
  shop: { '/': 'shop.html', '/server-rendered': 'server-rendered.html' },
} as const

/** The strictest policy that a dapp team is likely to have: nothing inline, no eval, our origins alone. */
export function demoContentSecurityPolicy({ api, wallet }: StackOrigins): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${api}`,
    `connect-src 'self' ${api} ${api.replace(/^http/, 'ws')}`,
    `frame-src ${wallet}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

const PLACE = /(<meta name="latchkey-stack" content=")[^"]*(")/

/** Tells a demo document where the stack is: fills `<meta name="latchkey-stack" content="">` with the addresses as JSON. */
export function fillStackMeta(html: string, origins: StackOrigins, inboxPort?: number): string {
  const inbox = inboxPort === undefined ? {} : { inbox: `http://127.0.0.1:${inboxPort}` }
  const content = escapeAttribute(JSON.stringify({ ...origins, ...inbox }))
  return html.replace(PLACE, (_all, before: string, after: string) => before + content + after)
}

/** Serves the finished demo build on its two hosts. */
export async function startDemoHosts(
  root: string,
  ports: StackPorts,
  origins: StackOrigins,
): Promise<StaticServer> {
  const start = (name: 'app' | 'shop') =>
    startStaticServer({
      port: ports[name],
      directory: join(root, 'apps', 'demo', 'dist'),
      host: new URL(origins[name]).host,
      ...(name === 'app' ? { alias: new URL(origins.vouched).host } : {}),
      documents: demoDocuments[name],
      // The frame's screens have a workbench too; the service never serves it.
      also:
        name === 'app'
          ? [
              {
                directory: join(root, 'apps', 'frame', 'dist'),
                documents: { '/workbench/frame': 'workbench.html' },
              },
            ]
          : [],
      contentSecurityPolicy: demoContentSecurityPolicy(origins),
      openerPolicy: ['/isolated'],
      fill: (html) => fillStackMeta(html, origins, ports.inbox),
      posts: {
        '/faucet': createFaucet(faucetAddresses(ports)),
      },
    })
  const app = await start('app')
  try {
    const shop = await start('shop')
    return {
      async stop() {
        await Promise.all([app.stop(), shop.stop()])
      },
    }
  } catch (error) {
    await app.stop()
    throw error
  }
}
