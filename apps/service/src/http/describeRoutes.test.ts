import * as protocol from '@latchkey/protocol/http'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createLifecycle, type ServiceContext } from '../context/ServiceContext.ts'
import { addApiRoutes } from '../createService.ts'
import { loadDirectory, shippedDirectory } from '../directory/walletDirectory.ts'
import { createMetrics } from '../observability/createMetrics.ts'
import { createSocialLogin } from '../routes/socialRoutes.ts'
import { createContext } from '../testing/createContext.ts'
import { API, createTestService, type TestService } from '../testing/createTestService.ts'
import { createChainClients } from '../upstreams/rpc/chainClients.ts'
import type { Routes } from './registerRoute.ts'
import { serveRoutes } from './serveRoutes.ts'

const METHODS = ['get', 'post', 'put', 'delete'] as const
const operation = z.looseObject({
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.looseObject({ '2XX': z.looseObject({ description: z.string() }) }),
})
const document = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.tuple([z.strictObject({ url: z.literal(API) })]),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(METHODS), operation)),
  components: z.looseObject({ securitySchemes: z.record(z.string(), z.unknown()) }),
})

let service: TestService
let text: string
let described: z.output<typeof document>
beforeAll(async () => {
  service = await createTestService({
    config: { adminToken: 'an-admin-token-of-the-test', metricsToken: 'metrics-token' },
  })
  const headers = { authorization: 'Bearer an-admin-token-of-the-test' }
  text = await (await service.app.request(`${API}/admin/v1/openapi.json`, { headers })).text()
  described = document.parse(JSON.parse(text))
})
afterAll(() => service.stop())

const operationsOf = ({ paths }: z.output<typeof document>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  )
const nameOf = (method: string, path: string) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`

function routesOf(): Routes {
  const context = {
    ...createContext(service),
    chains: new Map(),
    directory: loadDirectory(shippedDirectory(), shippedDirectory()),
    lifecycle: createLifecycle(),
    metrics: createMetrics(),
  } as unknown as ServiceContext
  const routes: Routes = { service: context, entries: [] }
  addApiRoutes(routes, createSocialLogin(context), createChainClients(context))
  return routes
}

test('the OpenAPI document of the operator has every route that is served, and no other', () => {
  const app = new Hono()
  serveRoutes(app, routesOf())
  const served = app.routes
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ method, path }) => nameOf(method, path))
  const listed = operationsOf(described).map(({ method, path }) => nameOf(method, path))
  expect(listed.sort()).toEqual([...new Set(served)].sort())
})

test('every contract of the protocol is served', () => {
  const route = z.object({ method: z.string(), path: z.string(), auth: z.string() })
  const contracts = Object.values(protocol).flatMap((value) => route.safeParse(value).data ?? [])
  const listed = new Set(operationsOf(described).map(({ method, path }) => nameOf(method, path)))
  expect(contracts.length).toBeGreaterThan(50)
  expect(contracts.filter(({ method, path }) => !listed.has(nameOf(method, path)))).toEqual([])
})

test('the service answers every operation that is listed, and nothing that is not', async () => {
  for (const { method, path } of operationsOf(described)) {
    const init = {
      method: method.toUpperCase(),
      headers: { authorization: 'Bearer an-admin-token-of-the-test' },
    }
    const answer = await service.app.request(`${API}${path.replace(/\{\w+\}/g, 'x')}`, init)
    const code = (await answer.json().catch(() => null))?.error?.code
    expect([method, path, code === protocol.NotFoundError.code]).toEqual([method, path, false])
  }
  const answer = await service.app.request(`${API}/openapi.yaml`)
  expect([answer.status, (await answer.json()).error.code]).toEqual([404, protocol.NotFoundError.code])
})

test('references lead somewhere, parameters are those of the path, schemes are declared', () => {
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = pointer
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], described)
    expect(found, pointer).toBeDefined()
  }
  expect(text).not.toMatch(/"\$ref":"(?!#\/components)/)
  const schemes = Object.keys(described.components.securitySchemes)
  for (const { path, operation } of operationsOf(described)) {
    const named = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(schemes).toEqual(expect.arrayContaining(operation.security.flatMap((each) => Object.keys(each))))
  }
})

test('anybody may read the document and keep it; it holds no secret, and a page may not post to it', async () => {
  const answer = await service.app.request(`${API}/openapi.json`)
  const { headers, status } = answer
  const publicText = await answer.text()
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  for (const secret of ['an-admin-token', 'metrics-token', 'rpcUrls', '127.0.0.1:9'])
    expect(text + publicText).not.toContain(secret)
  const posted = await service.app.request(`${API}/openapi.json`, { method: 'POST' })
  expect(posted.status).toBe(404)
})

test('the order of registration decides nothing: in reverse, the same routes are served', () => {
  const routes = routesOf()
  const pathsOf = (app: Hono) => app.routes.map(({ method, path }) => `${method} ${path}`).sort()
  const [forward, backward] = [new Hono(), new Hono()]
  serveRoutes(forward, routes)
  serveRoutes(backward, { ...routes, entries: routes.entries.toReversed() })
  expect(pathsOf(backward)).toEqual(pathsOf(forward))
})
