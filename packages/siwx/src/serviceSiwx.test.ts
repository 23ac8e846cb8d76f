import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ServiceSiwxOptions, serviceSiwx } from './serviceSiwx.ts'
import { readSessions } from './storedSessions.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = 'T'.repeat(43)
const NONCE = {
  nonce: 'abcdefgh12345678',
  token: `mabc1.${'A'.repeat(43)}`,
  issuedAt: '2026-03-01T10:00:00.000Z',
  expiresAt: 1,
  account: `eip155:1:${ADDRESS}`,
}
const session = (proof: 'key' | 'contract', expiresAt = Date.parse('2026-03-02T10:00:00Z')) => ({
  token: TOKEN,
  sessionId: 'A'.repeat(22),
  expiresAt,
  proof,
})

type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
  policy: unknown[]
}
type Answers = Record<string, unknown>

/** A plug-in over a service that answers by path; a function throws or never settles. */
function make(answers: Answers = {}, options: Partial<ServiceSiwxOptions> = {}) {
  const calls: Call[] = []
  const area = new Map<string, string>()
  const all: Answers = { '/auth/v1/nonce': NONCE, '/auth/v1/authenticate': session('key'), ...answers }
  const siwx = serviceSiwx({
    apiOrigin: 'https://api.example',
    projectId: 'shop',
    domain: 'shop.example',
    uri: 'https://shop.example',
    storage: {
      get: (key) => area.get(key),
      set: (key, value) => void area.set(key, value),
      remove: (key) => void area.delete(key),
    },
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const body = init?.body ? JSON.parse(String(init.body)) : undefined
      const method = init?.method ?? 'GET'
      calls.push({
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: new Headers(init?.headers),
        body,
        policy: [init?.credentials, init?.referrerPolicy],
      })
      const answer = all[url.pathname] ?? {}
      if (typeof answer === 'function') return answer(init)
      const isProblem = typeof answer === 'object' && answer !== null && 'error' in answer
      return new Response(JSON.stringify(answer), { status: isProblem ? 422 : 200 })
    },
    ...options,
  })
  async function signIn() {
    const created = await siwx.createMessage({ accountAddress: ADDRESS.toLowerCase(), chainId: 'eip155:1' })
    const { toString: _, ...data } = created
    await siwx.addSession({ data, message: created.toString(), signature: '0x01' })
  }
  return { siwx, calls, area, signIn, answers: all }
}

describe('serviceSiwx', () => {
  it.each(['Sign in to the members’ pages', 'two\nlines', 'Ünsinn', ''])(
    'refuses the statement %j when it is set up, and asks nobody',
    (statement) => {
      expect(() => make({}, { statement })).toThrow('not in the form')
    },
  )
  it('takes every sign that ERC-4361 has', () => {
    expect(() => make({}, { statement: "Sign in: a-b._~/?#[x]@!$&'()*+,;= (1)" })).not.toThrow()
  })
  it('R3-66 R3-67 R3-68 R7-88 makes a message of what the service, the page and the visitor say', async () => {
    const options = { statement: 'Sign in', expiresIn: 3_600_000, resources: ['https://shop.example/terms'] }
    const { siwx, calls } = make({}, options)
    const created = await siwx.createMessage({ accountAddress: ADDRESS.toLowerCase(), chainId: 'eip155:1' })
    expect(created.toString()).toBe(
      `shop.example wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nSign in\n\n` +
        'URI: https://shop.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh12345678\n' +
        'Issued At: 2026-03-01T10:00:00.000Z\nExpiration Time: 2026-03-01T11:00:00.000Z\n' +
        'Resources:\n- https://shop.example/terms',
    )
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
      projectId: 'shop',
      st: 'html',
      sv: 'html-0.1.0',
      account: `eip155:1:${ADDRESS.toLowerCase()}`,
    })
  })
  it('a resource with a line break is refused before anybody signs it', async () => {
    const { siwx } = make({}, { resources: ['https://a.example\n\nURI: https://evil.example'] })
    await expect(siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' })).rejects.toMatchObject({
      code: 8300,
      data: { field: 'resources' },
    })
  })
  it('R7-89 R7-90 presents message, signature and the token of the nonce, and keeps the session', async () => {
    const { siwx, calls, signIn } = make()
    await signIn()
    expect(calls[1]).toMatchObject({
      method: 'POST',
      path: '/auth/v1/authenticate',
      body: { signature: '0x01', nonceToken: NONCE.token },
      // Neither cookies nor the page's path go along.
      policy: ['omit', 'strict-origin'],
    })
    expect(siwx.getToken('eip155:1', ADDRESS)).toBe(TOKEN)
    expect(await siwx.getSessions('eip155:8453', ADDRESS.toLowerCase())).toHaveLength(1)
  })
  it('R7-91 setSessions replaces what is there: none left over, and the service is told', async () => {
    const { siwx, calls, signIn } = make()
    await signIn()
    const [kept] = await siwx.getSessions('eip155:1', ADDRESS)
    await siwx.setSessions(kept ? [kept] : [])
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toHaveLength(1)
    await siwx.setSessions([])
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toEqual([])
    expect(calls.at(-1)?.path).toBe(`/auth/v1/sessions/${ADDRESS}/revoke`)
  })
  it('a contract’s session counts on its own network alone', async () => {
    const { siwx, signIn } = make({ '/auth/v1/authenticate': session('contract') })
    await signIn()
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toHaveLength(1)
    expect(await siwx.getSessions('eip155:8453', ADDRESS)).toEqual([])
  })
  it('a session that has expired is not one', async () => {
    const { siwx, signIn } = make()
    await signIn()
    vi.setSystemTime(Date.parse('2026-03-02T10:00:00Z'))
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toEqual([])
  })
  it('a message that was not begun here, or was used, is refused', async () => {
    const { siwx, signIn, calls } = make()
    await signIn()
    const [used] = await siwx.getSessions('eip155:1', ADDRESS)
    if (!used) throw new Error('no session')
    await expect(siwx.addSession(used)).rejects.toMatchObject({ code: 8321 })
    expect(calls.filter(({ path }) => path === '/auth/v1/authenticate')).toHaveLength(1)
  })
  it('a refusal comes with the service’s own code, and nothing is kept', async () => {
    const refused = {
      error: { code: 4600, message: 'The sign-in was refused.', data: { reason: 'signature' } },
    }
    const { siwx, signIn, area } = make({ '/auth/v1/authenticate': refused })
    await expect(signIn()).rejects.toMatchObject({ code: 4600, data: { reason: 'signature' } })
    expect([await siwx.getSessions('eip155:1', ADDRESS), area.size]).toEqual([[], 0])
  })
  it.each<[string, unknown]>([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page in place of JSON', () => new Response('<!doctype html>')],
    ['an answer of another form', { nonce: 'x', token: 'y' }],
    ['a refusal of another form', { error: 'no' }],
  ])('says that the service cannot be reached: %s', async (_, answer) => {
    const { siwx } = make({ '/auth/v1/nonce': answer })
    await expect(siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' })).rejects.toMatchObject({
      code: 8320,
    })
  })
  it('ends on the page also when the service cannot be told', async () => {
    const { siwx, signIn, calls } = make({
      [`/auth/v1/sessions/${ADDRESS}/revoke`]: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await signIn()
    await siwx.revokeSession('eip155:1', ADDRESS)
    expect(await siwx.getSessions('eip155:1', ADDRESS)).toEqual([])
    expect(calls.at(-1)?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`)
  })
  it('is required, and ends with the connection, unless the page says otherwise', () => {
    expect([make().siwx.getRequired?.(), make().siwx.signOutOnDisconnect]).toEqual([true, true])
    const { siwx } = make({}, { required: false, signOutOnDisconnect: false })
    expect([siwx.getRequired?.(), siwx.signOutOnDisconnect]).toEqual([false, false])
  })
  it('forgets the oldest of many messages that nobody signed', async () => {
    let number = 0
    const { siwx } = make({
      '/auth/v1/nonce': () => new Response(JSON.stringify({ ...NONCE, nonce: `nonce000${number++}` })),
    })
    const make1 = () => siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' })
    const first = await make1()
    for (let count = 0; count < 10; count++) await make1()
    const { toString: _, ...data } = first
    const late = siwx.addSession({ data, message: `${first}`, signature: '0x01' })
    await expect(late).rejects.toMatchObject({ code: 8321 })
  })
  it.each([
    'nonsense',
    '{}',
    'null',
    '[null, 1, "x", {}]',
    JSON.stringify([{ ...session('key'), session: { data: {}, message: 'm', signature: '0x' } }]),
    JSON.stringify([{ ...session('key'), token: 'short', session: {} }]),
  ])('drops what it did not write: %s', (text) => {
    const storage = { get: () => text, set: () => undefined, remove: () => undefined }
    expect(readSessions(storage, 'key', 0)).toEqual([])
  })
})
