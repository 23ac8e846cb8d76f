import { frameDocumentConfig, keysDocumentConfig } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProjectDirectory, projectSchema } from '../config/projects.ts'
import { createChannel } from '../crypto/channel.ts'
import { createTestService, HOST, KEYS, type TestService, WALLET } from '../testing/createTestService.ts'

const projects = [
  {
    id: 'demo',
    name: 'Demo "<&>" $& Co',
    mode: 'development',
    allowedOrigins: [HOST, 'http://shop.localhost:5183'],
  },
  { id: 'live', name: 'Live', mode: 'production', allowedOrigins: ['https://*.shop.example'] },
  { id: 'empty', name: 'Empty', mode: 'production', allowedOrigins: [] },
  { id: 'off', name: 'Off', mode: 'development', allowedOrigins: [HOST], disabled: true },
  { id: 'broken', name: 'Broken', mode: 'development', allowedOrigins: [HOST] },
]

let service: TestService
beforeAll(async () => {
  const directory = createProjectDirectory(projects.map((project) => projectSchema.parse(project)))
  service = await createTestService({
    projects,
    deps: {
      projects: {
        find: (id) => (id === 'broken' ? Promise.reject(new Error('database down')) : directory.find(id)),
      },
    },
  })
})
afterAll(() => service.stop())

const get = (url: string, headers: Record<string, string> = {}) => service.app.request(url, { headers })
const directive = (answer: Response, name: string) =>
  (answer.headers.get('content-security-policy') ?? '')
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1)

describe('R5-6 R6-26 who may embed', () => {
  test.each([
    ['demo', 200, `${HOST} http://shop.localhost:5183`],
    ['live', 200, 'https://*.shop.example'],
    ['empty', 200, "'none'"],
    ['off', 404, "'none'"],
    ['unknown', 404, "'none'"],
    ['', 404, "'none'"],
    ['broken', 503, "'none'"],
  ])('project %j', async (id, status, ancestors) => {
    const frame = await get(`${WALLET}/frame?projectId=${id}&version=1`)
    const keys = await get(`${KEYS}/keys?projectId=${id}&version=1`)
    expect([frame.status, keys.status]).toEqual([status, status])
    expect(directive(frame, 'frame-ancestors')).toBe(ancestors)
    expect(directive(keys, 'frame-ancestors')).toBe(
      ancestors === "'none'" ? ancestors : `${WALLET} ${ancestors}`,
    )
    const denied = ancestors === "'none'" ? 'DENY' : null
    expect(frame.headers.get('x-frame-options')).toBe(denied)
  })
})

test('the frame document has its policy and headers', async () => {
  const answer = await get(`${WALLET}/frame?projectId=demo&chainId=eip155:31337&version=1&enableLogger=true`)
  expect(directive(answer, 'default-src')).toBe("'none'")
  expect(directive(answer, 'script-src')).toBe("'self'")
  expect(directive(answer, 'connect-src')).toBe('http://api.localhost:8787')
  expect(directive(answer, 'frame-src')).toBe(KEYS)
  expect(directive(answer, 'trusted-types')).toBe("'none'")
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(answer.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('strict-transport-security')).toBeNull()
})

test('the keys document may start its worker and nest nothing', async () => {
  const answer = await get(`${KEYS}/keys?projectId=demo&version=1`)
  expect(directive(answer, 'trusted-types')).toBe('latchkey-worker')
  expect(directive(answer, 'worker-src')).toBe("'self'")
  expect(directive(answer, 'frame-src')).toBe("'none'")
})

/** What a browser reads from the attribute. */
function configIn(html: string): unknown {
  const content = /content="([^"]*)"/.exec(html)?.[1] ?? ''
  const entities = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' } as Record<string, string>
  return JSON.parse(content.replace(/&(?:quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity))
}

test('R3-23 each document is told its configuration, escaped, and no RPC URL', async () => {
  const frame = await (await get(`${WALLET}/frame?projectId=demo`)).text()
  const config = frameDocumentConfig.parse(configIn(frame))
  expect(config.projectName).toBe('Demo "<&>" $& Co')
  expect(config.chains.map(({ caip2 }) => caip2)).toEqual(['eip155:31337'])
  expect(frame).not.toContain('rpcUrls')
  const keys = keysDocumentConfig.parse(configIn(await (await get(`${KEYS}/keys?projectId=demo`)).text()))
  expect(keys.channelKey).toBe((await createChannel(service.config.secrets.kek)).publicKey)
})

test('hashed files are compressed and kept for ever; nothing else of the disk is served', async () => {
  const url = `${KEYS}/assets/index-abc123.js`
  const plain = await get(url)
  expect(plain.headers.get('cache-control')).toContain('immutable')
  expect(plain.headers.get('content-type')).toContain('text/javascript')
  expect(plain.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  const whole = (await plain.arrayBuffer()).byteLength
  for (const encoding of ['br', 'gzip']) {
    const small = await get(url, { 'accept-encoding': `${encoding}, identity` })
    expect(small.headers.get('content-encoding')).toBe(encoding)
    expect((await small.arrayBuffer()).byteLength).toBeLessThan(whole / 10)
  }
  for (const path of [
    '/assets/..%2findex.html',
    '/assets/.hidden',
    '/assets/no.js',
    '/index.html',
    '/',
    '/frame',
  ]) {
    const answer = await get(`${KEYS}${path}`)
    expect(answer.status).toBe(404)
    expect(directive(answer, 'frame-ancestors')).toBe("'none'")
  }
})

test('each host serves its own alone, and an unknown one nothing', async () => {
  expect((await get(`${WALLET}/keys?projectId=demo`)).status).toBe(404)
  expect((await get(`${WALLET}/auth/v1/nonce`)).status).toBe(404)
  expect((await get('http://api.localhost:8787/frame?projectId=demo')).status).toBe(404)
  expect((await get('http://127.0.0.1:8787/frame?projectId=demo')).status).toBe(421)
  expect((await get('http://wallet.localhost:9999/frame?projectId=demo')).status).toBe(421)
  expect((await get('http://127.0.0.1:8787/health')).status).toBe(200)
})

test('over https transport security is on and insecure requests are upgraded', async () => {
  const secure = await createTestService({
    deps: { database: service.database },
    config: {
      walletOrigin: 'https://wallet.example.com',
      keysOrigin: 'https://keys.example.net',
      apiOrigin: 'https://api.example.com',
    },
  })
  const answer = await secure.app.request('http://wallet.example.com/frame?projectId=demo')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000')
  expect(answer.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  await secure.stop()
})
