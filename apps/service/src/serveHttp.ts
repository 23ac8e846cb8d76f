import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

export type HttpServer = {
  server: Server
  /** From now on every answer ends its connection, those under way included. */
  endConnections(): void
  /** Takes no more connections. Settles when the last one has ended. */
  close(): Promise<void>
}

/** RFC 9112 section 3.2: refused. Node would take the first and say nothing, and a proxy may have read the other. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'host').length > 1
}

function refuse(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
  response.end('This request has two Host headers.\n')
}

/** Serves the service's app by HTTP/1.1, without listening yet. */
export function serveHttp(app: Hono): HttpServer {
  const underWay = new Set<ServerResponse>()
  let isEnding = false
  const endAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    createServer: ((options: object, answer: (request: IncomingMessage, response: ServerResponse) => void) =>
      createServer(options, (request, response) => {
        if (namesTwoHosts(request)) return refuse(response)
        underWay.add(response)
        response.once('close', () => underWay.delete(response))
        if (isEnding) endAfter(response)
        answer(request, response)
      })) as typeof createServer,
  }) as Server
  return {
    server,
    endConnections() {
      isEnding = true
      underWay.forEach(endAfter)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}
