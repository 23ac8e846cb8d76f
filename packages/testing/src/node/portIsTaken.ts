import { connect, createServer } from 'node:net'

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function answersOn(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })
}

/**
 * Tells whether a program already listens on a TCP port of this machine. Also looks at ::1, because a browser
 * tries it first for names under localhost.
 *
 * @example
 * if (await portIsTaken(8545)) console.error('port 8545 is taken')
 */
export async function portIsTaken(port: number): Promise<boolean> {
  return !(await canListen(port)) || (await answersOn(port, '::1'))
}
