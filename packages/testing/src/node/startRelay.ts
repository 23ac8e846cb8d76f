import { createServer } from 'node:http'
import { createRelay, type RelayLimits, type RelayStats } from '@latchkey/relay'

export type RelayServerOptions = {
  /** Default: a free port. */
  port?: number
  /** Who is let in, by project and origin. Default: everyone. */
  isAllowed?: (caller: { projectId: string; origin: string | undefined }) => boolean
  limits?: Partial<RelayLimits>
}

export type RelayServer = {
  /** What clients take as `relayUrl`. */
  readonly url: string
  readonly port: number
  /** Cuts every socket, as a lost network would. Clients come back by themselves. */
  dropAll: () => void
  /**
   * Cuts every socket and refuses new ones (503) until `resume`. A WalletConnect client that is refused stops trying
   * until its next request.
   */
  pause: () => void
  resume: () => void
  stats: () => RelayStats
  stop: () => Promise<void>
}

/**
 * Starts a WalletConnect relay on 127.0.0.1. Messages are kept in memory.
 *
 * @throws Error when the port is taken
 * @example
 * const relay = await startRelay()
 * const client = await SignClient.init({ relayUrl: relay.url, projectId: 'test', metadata })
 * relay.dropAll()
 * await relay.stop()
 */
export async function startRelay(options: RelayServerOptions = {}): Promise<RelayServer> {
  const server = createServer((_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket' })
    response.end('This is a WalletConnect relay.\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `ws://127.0.0.1:${port}`
  const relay = createRelay({
    // A browser may be given the name, and its token then has the name.
    publicUrls: [url, `ws://localhost:${port}`, `ws://relay.localhost:${port}`],
    isAllowed: options.isAllowed ?? (() => true),
    // A test suite is one address.
    limits: { upgradeBurst: 10_000, socketsPerAddress: 10_000, ...options.limits },
  })
  const detach = relay.attach(server)
  return {
    url,
    port,
    dropAll: relay.dropAll,
    pause: relay.pause,
    resume: relay.resume,
    stats: relay.stats,
    async stop() {
      await relay.close()
      detach()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
