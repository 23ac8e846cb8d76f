import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { Audience } from './admitCaller.ts'
import type { RouteEntry } from './registerRoute.ts'
import { serveRoutes } from './serveRoutes.ts'

const config = { keysOrigin: 'https://keys.example', walletOrigin: 'https://wallet.example' }
const service = { config } as unknown as ServiceContext

const entry = (path: string, audience: Audience, answer: string = audience): RouteEntry => ({
  route: { method: 'GET', path },
  serving: { audience },
  answer: async () => new Response(answer),
})

function serve(entries: RouteEntry[]): Hono {
  const app = new Hono()
  serveRoutes(app, { service, entries })
  return app
}

const ask = async (app: Hono, path: string, origin?: string) =>
  (await app.request(path, { headers: origin ? { origin } : {} })).text()

test('of two routes of one address the caller’s origin decides, in whichever order they were registered', async () => {
  const both = [entry('/nonce', 'site'), entry('/nonce', 'keys'), entry('/nonce', 'wallet')]
  for (const entries of [both, both.toReversed()]) {
    const app = serve(entries)
    expect(await ask(app, '/nonce', config.keysOrigin)).toBe('keys')
    expect(await ask(app, '/nonce', config.walletOrigin)).toBe('wallet')
    expect(await ask(app, '/nonce', 'https://shop.example')).toBe('site')
    expect(await ask(app, '/nonce')).toBe('site')
  }
})

test('two routes that would answer the same request are refused at the start', () => {
  expect(() => serve([entry('/a/:id', 'keys'), entry('/a/:id', 'keys')])).toThrow(
    'Two routes answer GET /a/:id',
  )
  expect(() => serve([entry('/a/:id', 'site'), entry('/a/:id', 'anyone')])).toThrow('Two routes answer')
  expect(() => serve([entry('/a/:id', 'keys'), entry('/a/new', 'keys')])).toThrow('/a/:id and /a/new')
  expect(() => serve([entry('/a/:id', 'keys'), entry('/a/:id/b', 'keys')])).not.toThrow()
})

test('a route that no script may call with headers of its own has no preflight', async () => {
  const answer = await serve([entry('/a', 'site')]).request('/a', { method: 'OPTIONS' })
  expect(answer.status).toBe(404)
})
