import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './freePort.ts'

test('gives no port twice, though nobody listens on any of them', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
})

test('a port can be listened on, and other processes see that it is given away', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await new Promise((resolve) => server.close(resolve))
  const other = createSocket('udp4')
  const refused = new Promise<NodeJS.ErrnoException>((resolve) => other.once('error', resolve))
  other.bind({ port, address: '127.0.0.1', exclusive: true })
  expect((await refused).code).toBe('EADDRINUSE')
  other.close()
})
