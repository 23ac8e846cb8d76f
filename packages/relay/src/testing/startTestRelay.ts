import { createServer } from 'node:http'
import { createRelay, type Relay, type RelayOptions } from '../createRelay.ts'

/** A relay on a free port of 127.0.0.1. */
export async function startTestRelay(
  options: Partial<RelayOptions> = {},
): Promise<{ relay: Relay; url: string; stop: () => Promise<void> }> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const relay = createRelay({ publicUrls: [url], isAllowed: () => true, ...options })
  relay.attach(server)
  return {
    relay,
    url,
    async stop() {
      await relay.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
