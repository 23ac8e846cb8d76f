import { connect, createServer } from 'node:net'

function canListen(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** A browser tries ::1 first for names under localhost, so a listener there would answer for ours. */
function answersOnIpv6(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '::1', timeout: 500 })
    const settle = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })
}

/**
 * Finds the ports that are taken. Runs before anything is installed, so it has no dependency.
 *
 * @param {Record<string, number>} ports by the name of the service that needs it
 * @returns {Promise<string[]>} a sentence for each
 */
export async function takenPorts(ports) {
  const sentences = await Promise.all(
    Object.entries(ports).map(async ([service, port]) => {
      const taken = !(await canListen(port)) || (await answersOnIpv6(port))
      return taken ? `Port ${port} is taken; ${service} needs it.` : undefined
    }),
  )
  return sentences.filter((sentence) => sentence !== undefined)
}
