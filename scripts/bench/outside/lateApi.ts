import { createServer, request as send } from 'node:http'

export type LateApi = { origin: string; stop(): Promise<void> }

/**
 * A service that is slow to answer: hands each request on to the real one only after a while.
 *
 * @param lateness milliseconds
 */
export function startLateApi(api: string, port: number, lateness: number): Promise<LateApi> {
  const { host, port: apiPort } = new URL(api)
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    setTimeout(() => {
      const options = {
        host: '127.0.0.1',
        port: apiPort,
        method,
        path: url,
        headers: { ...headers, host },
      }
      const outgoing = send(options, (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers)
        incoming.pipe(response)
      })
      outgoing.once('error', () => response.destroy())
      request.pipe(outgoing)
    }, lateness)
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve({ origin: `http://late-api.localhost:${port}`, stop }))
  })
}
