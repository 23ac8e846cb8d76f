import { createServer } from 'node:net'

/**
 * Asks the operating system for a TCP port of 127.0.0.1 that nobody listens on.
 *
 * @example
 * const port = await freePort()
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => (port ? resolve(port) : reject(new Error('The system gave no free port.'))))
    })
  })
}
