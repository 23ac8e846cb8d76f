import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameDocumentConfig, keysDocumentConfig } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProjectDirectory, projectSchema } from '../config/projects.ts'
import { createChannel } from '../crypto/channel.ts'
import { createTestService, HOST, KEYS, type TestService, WALLET } from '../testing/createTestService.ts'
import { createBuiltFiles } from './builtFiles.ts'

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

test('the frame document names the key app in its text, so that both load at once', async () => {
  const html = await (await get(`${WALLET}/frame?projectId=demo&chainId=1`)).text()
  expect(html).toContain(`<iframe src="${KEYS}/keys?projectId=demo">`)
})

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
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('strict-transport-security')).toBeNull()
})

test('no other document tells the wallet’s own window where it comes from', async () => {
  const others = [
    'window?projectId=demo',
    'account?projectId=demo',
    'device',
    'link',
    'frame?projectId=off',
    'x',
  ]
  for (const url of [...others.map((path) => `${WALLET}/${path}`), `${KEYS}/keys?projectId=demo`])
    expect((await get(url)).headers.get('referrer-policy'), url).toBe('no-referrer')
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
  const config = frameDocumentConfig(configIn(frame))
  expect(config.projectName).toBe('Demo "<&>" $& Co')
  expect(config.chains.map(({ caip2 }) => caip2)).toEqual(['eip155:31337'])
  expect(frame).not.toContain('rpcUrls')
  const keys = keysDocumentConfig(configIn(await (await get(`${KEYS}/keys?projectId=demo`)).text()))
  expect(keys.place).toBe('embedded')
  expect(keys.channelKey).toBe((await createChannel(service.config.secrets.kek)).publicKey)
})

describe('the account page', () => {
  const pages = ['/account?projectId=demo', '/device', '/device?projectId=live', '/link']
  test.each(pages)('%s is embedded by nobody', async (path) => {
    const answer = await get(`${WALLET}${path}`)
    expect(answer.status).toBe(200)
    expect(directive(answer, 'frame-ancestors')).toBe("'none'")
    expect(directive(answer, 'frame-src')).toBe(KEYS)
    expect(directive(answer, 'trusted-types')).toBe("'none'")
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const html = await answer.text()
    expect(html).toContain('account.html')
    const { projectId, passkeys, socials } = frameDocumentConfig(configIn(html))
    expect({ projectId, passkeys, socials }).toEqual({
      projectId: path.includes('live') ? 'live' : 'demo',
      passkeys: true,
      socials: [],
    })
  })
  test('needs a project that is known, where it is one of a project', async () => {
    for (const path of ['/account', '/account?projectId=off', '/device?projectId=unknown'])
      expect((await get(`${WALLET}${path}`)).status).toBe(404)
  })
  test('hands passkeys and the clipboard on to the key app', async () => {
    const policy = (await get(`${WALLET}/account?projectId=demo`)).headers.get('permissions-policy')
    for (const name of ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write'])
      expect(policy).toContain(`${name}=(self "${KEYS}")`)
    expect(policy).toContain('camera=()')
  })
})

test('a frame in a host page hands passkeys on to the key app, and no clipboard', async () => {
  const policy = (await get(`${WALLET}/frame?projectId=demo`)).headers.get('permissions-policy')
  for (const name of ['publickey-credentials-get', 'publickey-credentials-create'])
    expect(policy).toContain(`${name}=(self "${KEYS}")`)
  expect(policy).toContain('clipboard-write=(self),')
  const keys = (await get(`${KEYS}/keys?projectId=demo`)).headers.get('permissions-policy')
  expect(keys).toContain('publickey-credentials-get=(self),')
})

test('the panel draws itself, and the wallet alone embeds it, also of a project without pages', async () => {
  for (const id of ['demo', 'empty']) {
    const answer = await get(`${KEYS}/panel?projectId=${id}`)
    expect(answer.status).toBe(200)
    expect(directive(answer, 'frame-ancestors')).toBe(WALLET)
    expect(directive(answer, 'style-src')).toBe("'self'")
    expect(directive(answer, 'trusted-types')).toBe('latchkey-worker')
    expect(directive(answer, 'worker-src')).toBe("'self'")
    expect(answer.headers.get('x-frame-options')).toBeNull()
    const html = await answer.text()
    expect(html).toContain('panel.html')
    const config = keysDocumentConfig(configIn(html))
    expect(config.place).toBe('own')
    expect(config.allowedOrigins.map(({ pattern }) => pattern)).toEqual([WALLET])
  }
  const unknown = await get(`${KEYS}/panel?projectId=unknown`)
  expect([unknown.status, directive(unknown, 'frame-ancestors')]).toEqual([404, "'none'"])
})

test('the window of passkeys makes them and does nothing else; nobody embeds it, and it keeps who opened it', async () => {
  const answer = await get(`${KEYS}/passkey?projectId=demo`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('passkey.html')
  for (const [name, value] of [
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self'"],
    ['connect-src', "'none'"],
    ['worker-src', "'none'"],
    ['frame-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['trusted-types', "'none'"],
  ] as const)
    expect(directive(answer, name), name).toBe(value)
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('cross-origin-opener-policy')).toBeNull()
  const policy = answer.headers.get('permissions-policy')
  expect(policy).toContain('publickey-credentials-create=(self),')
  for (const name of ['publickey-credentials-get', 'clipboard-write', 'storage-access', 'camera'])
    expect(policy).toContain(`${name}=()`)
  expect((await get(`${KEYS}/passkey?projectId=unknown`)).status).toBe(404)
  expect((await get(`${WALLET}/passkey?projectId=demo`)).status).toBe(404)
})

test('a page that was not built leaves a sentence that nobody embeds', async () => {
  const bare = await createTestService({
    deps: { database: service.database },
    config: { frameDist: '/does/not/exist', keysDist: '/does/not/exist' },
  })
  for (const url of [`${WALLET}/account?projectId=demo`, `${WALLET}/link`, `${KEYS}/panel?projectId=demo`]) {
    const answer = await bare.app.request(url)
    expect(answer.status).toBe(500)
    expect(directive(answer, 'frame-ancestors')).toBe("'none'")
    expect(await answer.text()).toContain('cannot be shown right now')
  }
  await bare.stop()
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

test('what the build has compressed is handed out as it is, under the name of the file itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  try {
    mkdirSync(join(folder, 'assets'))
    const file = join(folder, 'assets', 'index-abc123.js')
    writeFileSync(file, 'console.log(1)\n'.repeat(500))
    const [br, gz] = [Buffer.from('the build’s brotli'), Buffer.from('the build’s gzip')]
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
    const files = createBuiltFiles(folder)
    const { bodies = [] } = (await files.asset('index-abc123.js')) ?? {}
    expect(bodies.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', null])
    expect(bodies.slice(0, 2).map(({ bytes }) => Buffer.from(bytes))).toEqual([br, gz])
    for (const name of ['index-abc123.js.br', 'index-abc123.js.gz'])
      expect(await files.asset(name), name).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
