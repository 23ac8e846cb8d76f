import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'

/**
 * Takes the UDP port of the same number until this process ends: whoever asks here for a free port sees by it that the
 * number is given away, in whatever process, while nobody listens on its TCP port yet.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      socket.close()
      // Where UDP is forbidden altogether, nobody can be asked.
      resolve(code !== 'EADDRINUSE')
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(true)
    })
  })
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('The system gave no free port.'))
    })
  })
}

/**
 * Asks the operating system for a TCP port of 127.0.0.1 that nobody listens on, and that was given to nobody else here:
 * not in this process, nor in another one that still runs.
 *
 * @example
 * const port = await freePort()
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  const isOurs = await claim(port)
  await new Promise((resolve) => server.close(resolve))
  return isOurs ? port : freePort()
}
