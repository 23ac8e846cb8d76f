import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BaseError } from '@latchkey/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { connectorContext } from '../testing/connectorContext.ts'
import { diagnoseRefusal } from './diagnoseRefusal.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(status: number, body: unknown): Promise<{ apiOrigin: string; urls: string[] }> {
  const urls: string[] = []
  server = createServer((request, response) => {
    urls.push(request.url ?? '')
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { apiOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, urls }
}
const cause = new BaseError(1002, 'refused')
const pageOf = (apiOrigin: string) => ({
  ...connectorContext({ projectId: 'demo', services: { walletOrigin: 'https://wallet.example', apiOrigin } }),
  runtime: { sdkType: 'react' as const },
})
const ask = (apiOrigin: string) =>
  diagnoseRefusal(pageOf(apiOrigin), { hostOrigin: 'https://app.example.com', cause })

describe('diagnoseRefusal', () => {
  it.each([[['https://other.example.com']], [[]]])(
    'R5-5 R5-6 R7-28 R8-45 an origin that is not on %j is refused',
    async (allowedOrigins) => {
      const { apiOrigin, urls } = await serve(200, { allowedOrigins })
      expect(await ask(apiOrigin)).toMatchObject({ name: 'OriginNotAllowedError', code: 6003 })
      expect(urls).toEqual(['/projects/v1/origins?projectId=demo&st=react&sv=react-0.1.0'])
    },
  )
  it('R5-5 R8-45 the service’s own refusal of the origin says so too', async () => {
    const { apiOrigin } = await serve(403, { error: { code: 4011, message: 'Not on the list.' } })
    expect(await ask(apiOrigin)).toMatchObject({ name: 'OriginNotAllowedError', code: 6003 })
  })
  it.each(['https://app.example.com', 'https://*.example.com'])(
    'R6-26 an origin that %s allows has another trouble',
    async (pattern) => {
      const { apiOrigin } = await serve(200, { allowedOrigins: [pattern] })
      expect(await ask(apiOrigin)).toMatchObject({ name: 'FrameLoadError', code: 6002 })
    },
  )
  it('an unknown project is called that', async () => {
    const { apiOrigin } = await serve(404, { error: { code: 4010, message: 'unknown' } })
    expect(await ask(apiOrigin)).toMatchObject({ name: 'UnknownProjectError', code: 6004 })
  })
  it.each([
    [200, 'nonsense'],
    [500, { error: { code: 4004, message: 'down' } }],
    [200, { allowedOrigins: 'x' }],
  ])('R8-31 an answer %i %j says nothing but that it did not load', async (status, body) => {
    const { apiOrigin } = await serve(status, body)
    expect(await ask(apiOrigin)).toMatchObject({ code: 6002 })
  })
  it('R8-31 a service that is not there says nothing either', async () =>
    expect(await ask('http://127.0.0.1:9')).toMatchObject({ code: 6002, cause }))
  it('another version is told as such, without asking', async () => {
    const version = new BaseError(1003, 'versions differ')
    const answer = await diagnoseRefusal(pageOf('http://127.0.0.1:9'), { hostOrigin: '', cause: version })
    expect(answer).toBe(version)
  })
})
