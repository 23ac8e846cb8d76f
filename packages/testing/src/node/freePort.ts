import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections and to servers that name none: one of those may be taken by anybody
 * between the moment it is found and the moment it is used, or while its server restarts.
 */
const FIRST = 20_000
const LAST = 32_767
const TRIES = 200

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

/** Why a port of 127.0.0.1 cannot be listened on; null where it can. */
function obstacleOf(port: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(null)))
  })
}

/**
 * Finds a TCP port of 127.0.0.1 that nobody listens on, by chance, and that was given to nobody else here: not in this
 * process, nor in another one that still runs.
 *
 * @throws Error when there is none
 * @example
 * const port = await freePort()
 */
export async function freePort(): Promise<number> {
  let obstacle: Error | null = null
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST + 1)
    if (!(await claim(port))) continue
    obstacle = await obstacleOf(port)
    if (!obstacle) return port
  }
  throw new Error('There is no free port.', { cause: obstacle })
}
