import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { readEnvironment } from '../../config/readEnvironment.ts'
import { createService } from '../../createService.ts'
import { createLogger } from '../../observability/createLogger.ts'
import { createEmptyPostgres, openEmbeddedCopy, overPostgres } from '../../testing/database.ts'

type Stoppable = { stop: () => Promise<void> }

/** What starts each part; a test brings them from `@latchkey/testing/node`. */
export type Launchers = {
  freePort: () => Promise<number>
  startMail: () => Promise<Stoppable & { smtpUrl: string; messages: () => unknown[] }>
  startAnvil: (options: { contracts: boolean }) => Promise<Stoppable & { url: string; chainId: number }>
  startIdentityProvider: (options: {
    walletOrigin: string
  }) => Promise<Stoppable & { issuer: string; providers: object }>
  startFarcasterRelay: () => Promise<Stoppable & { url: string }>
  startFarcasterChain: () => Promise<Stoppable & { url: string }>
}

export type Environment = Record<string, string | undefined>

function writePages(root: string): void {
  const pages = {
    frame: ['index.html', 'account.html', 'window.html'],
    keys: ['index.html', 'panel.html', 'passkey.html'],
  }
  for (const [app, names] of Object.entries(pages)) {
    mkdirSync(join(root, app, 'assets'), { recursive: true })
    for (const name of names)
      writeFileSync(
        join(root, app, name),
        '<!doctype html><meta name="latchkey-config" content="__LATCHKEY_CONFIG__">',
      )
  }
}

function writeKeys(root: string): Environment {
  const entries = ['KEK', 'RECOVERY_KEK', 'PEPPER'].map((name) => {
    const file = join(root, `${name}.key`)
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`)
    chmodSync(file, 0o600)
    return [`${name}_FILE`, file]
  })
  return Object.fromEntries(entries)
}

/** Serves the service of an environment on its port, as `main.ts` does. */
export async function serveEnvironment(environment: Environment): Promise<() => Promise<void>> {
  const { config, host, port } = readEnvironment(environment)
  // A slow machine is not an ill service.
  const test = { ...config.test, healthWait: 60_000 }
  const service = await createService({ ...config, test }, { logger: createLogger('silent') })
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: service.app.fetch, hostname: host, port }, () =>
      resolve(started as Server),
    )
  })
  const relay = service.attachRelay(server)
  return async () => {
    await relay?.close()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    await service.close()
  }
}

/** Everything that a deployment needs beside the service, on free ports of this machine, and its environment. */
export async function startSurroundings(launchers: Launchers) {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-deployment-'))
  writePages(root)
  const port = await launchers.freePort()
  const walletOrigin = `http://wallet.localhost:${port}`
  const [mail, chain, identity, farcaster, optimism, postgres] = await Promise.all([
    launchers.startMail(),
    launchers.startAnvil({ contracts: false }),
    launchers.startIdentityProvider({ walletOrigin }),
    launchers.startFarcasterRelay(),
    launchers.startFarcasterChain(),
    overPostgres() ? createEmptyPostgres() : null,
  ])
  const pglite = join(root, 'db')
  mkdirSync(pglite, { mode: 0o700 })
  if (!postgres) await (await openEmbeddedCopy(pglite)).close()
  const local = { id: chain.chainId, name: 'Local', rpcUrls: [chain.url], testnet: true }
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const environment: Environment = {
    PORT: String(port),
    WALLET_ORIGIN: walletOrigin,
    KEYS_ORIGIN: `http://keys.localhost:${port}`,
    API_ORIGIN: `http://api.localhost:${port}`,
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Latchkey <no-reply@wallet.localhost>',
    ...(postgres ? { DATABASE_URL: postgres.url } : { PGLITE_DIR: pglite }),
    CHAINS: JSON.stringify([{ ...local, nativeCurrency: ether }]),
    PROJECTS: JSON.stringify([
      { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: ['http://app.localhost:5173'] },
    ]),
    ...writeKeys(root),
    FRAME_DIST: join(root, 'frame'),
    KEYS_DIST: join(root, 'keys'),
    RELAY_PUBLIC_URLS: `ws://api.localhost:${port}/relay`,
    SOCIAL_PROVIDERS: JSON.stringify(identity.providers),
    FARCASTER_RELAY_URL: farcaster.url,
    OPTIMISM_RPC_URL: optimism.url,
  }
  const stop = async () => {
    await Promise.all([mail, chain, identity, farcaster, optimism].map((part) => part.stop()))
    await postgres?.drop()
    rmSync(root, { recursive: true, force: true })
  }
  return { environment, root, port, mail, chain, identity, farcaster, optimism, stop }
}

export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>
