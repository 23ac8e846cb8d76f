import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedFetch, UnreadableAnswerError } from './boundedFetch.ts'

let server: Server
let url = ''
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/away') response.writeHead(302, { location: `${url}/elsewhere` })
    if (request.url === '/empty') response.writeHead(204)
    const size = Number(/^\/bytes\/([0-9]+)$/.exec(request.url ?? '')?.[1] ?? 0)
    response.end('a'.repeat(size))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('an answer of 256 KiB is read, and one of a byte more is not', async () => {
  expect((await (await boundedFetch(`${url}/bytes/262144`)).text()).length).toBe(262_144)
  await expect(boundedFetch(`${url}/bytes/262145`)).rejects.toThrow(UnreadableAnswerError)
})

test('nothing is followed', async () => {
  expect((await boundedFetch(`${url}/away`)).status).toBe(302)
  expect(asked).not.toContain('/elsewhere')
})

test('an answer without a body is one', async () => {
  expect((await boundedFetch(`${url}/empty`)).status).toBe(204)
})
