import {
  authenticateSiwx,
  getSiwxAccount,
  getSiwxNonce,
  listSiwxSessions,
  revocationText,
} from '@latchkey/protocol/http'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siwxSessions, usedProofs } from '../db/schema.ts'
import { accountNumber, createHostPage, type HostPage } from '../testing/createHostPage.ts'
import { API, createTestService, HOST, KEYS, type TestService } from '../testing/createTestService.ts'

const SHOP = 'http://shop.localhost:5183'
const alice = accountNumber(11)
const bob = accountNumber(12)
const chain = (id: number, url: string) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [url],
})

let anvil: Anvil
let service: TestService
let page: HostPage
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  service = await createTestService({
    chains: [chain(31_337, anvil.url), chain(8_453, 'http://127.0.0.1:9')],
    projects: [
      { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST, SHOP] },
      { id: 'other', name: 'Other', mode: 'development', allowedOrigins: [HOST] },
    ],
  })
})
afterAll(async () => {
  await service?.stop()
  await anvil?.stop()
})
beforeEach(async () => {
  page = createHostPage(service)
  await service.database.db.delete(siwxSessions)
})

const code = (answer: { body: { error?: { code: number } } }) => answer.body.error?.code
const reason = (answer: { body: { error?: { data?: { reason: string } } } }) =>
  answer.body.error?.data?.reason

/** A message as the page makes it, signed; `change` alters the text before it is signed. */
async function signed(
  from: HostPage = page,
  options: { account?: typeof alice; bind?: boolean; change?: (text: string) => string } = {},
) {
  const { account = alice, bind = true, change = (text: string) => text } = options
  const query = bind ? `?account=eip155:31337:${account.address}` : ''
  const { body: issued } = await from.call(`${getSiwxNonce.path}${query}`)
  const created = await from.siwx.createMessage({ accountAddress: account.address, chainId: 'eip155:31337' })
  const message = change(created.toString().replace(created.nonce, issued.nonce))
  const signature = await account.signMessage({ message })
  return { message, signature, nonceToken: issued.token as string }
}
const authenticate = (json: unknown, from: HostPage = page) => from.call(authenticateSiwx.path, { json })

describe('nonce', () => {
  test('is alphanumeric, differs each time, and comes with the account in its checksum form', async () => {
    const ask = () => page.call(`${getSiwxNonce.path}?account=eip155:31337:${alice.address.toLowerCase()}`)
    const [one, two] = [await ask(), await ask()]
    const reply = getSiwxNonce.reply.parse(one.body)
    expect(reply.account).toBe(`eip155:31337:${alice.address}`)
    expect(reply.issuedAt).toBe(new Date(service.config.now()).toISOString())
    expect(reply.expiresAt).toBe(service.config.now() + 300_000)
    expect(two.body.nonce).not.toBe(one.body.nonce)
    expect(one.headers.get('access-control-allow-origin')).toBe(HOST)
    expect(one.headers.get('cache-control')).toBe('no-store')
  })
  test.each(['nonsense', 'eip155:1:0x12', 'eip155:1', ''])('refuses the account %j', async (account) => {
    expect(await page.call(`${getSiwxNonce.path}?account=${account}`)).toMatchObject({ status: 400 })
  })
  test('is not for a site that is not on the list, nor for an unknown project', async () => {
    const evil = createHostPage(service, { origin: 'https://evil.example' })
    expect(code(await evil.call(getSiwxNonce.path))).toBe(4011)
    expect(code(await page.call(`${getSiwxNonce.path}?projectId=nobody`))).toBe(4010)
  })
  test('the keys app gets the nonces of its own proofs from the same path', async () => {
    const answer = await service.app.request(`${API}/auth/v1/nonce`, { headers: { origin: KEYS } })
    expect(Object.keys((await answer.json()) as object)).toEqual(['nonce'])
    expect(answer.headers.get('dpop-nonce')).toBeTruthy()
  })
})

describe('authenticate', () => {
  test('signs in, and the token tells who', async () => {
    const answer = await authenticate(await signed())
    const reply = authenticateSiwx.reply.parse(answer.body)
    expect(reply).toMatchObject({ proof: 'key', expiresAt: service.config.now() + 7 * 86_400_000 })
    const me = await page.call(getSiwxAccount.path, { token: reply.token })
    expect(getSiwxAccount.reply.parse(me.body)).toMatchObject({
      address: alice.address,
      chainId: 'eip155:31337',
      domain: 'app.localhost:5173',
      sessionId: reply.sessionId,
      projectId: 'demo',
      proof: 'key',
    })
  })
  test('the message bounds the session’s life', async () => {
    const end = new Date(service.config.now() + 60_000).toISOString()
    const body = await signed(page, { change: (text) => `${text}\nExpiration Time: ${end}` })
    const { token } = (await authenticate(body)).body
    service.advance(60_001)
    expect(code(await page.call(getSiwxAccount.path, { token }))).toBe(4602)
  })
  test('a nonce serves once, and of many at the same moment one wins', async () => {
    const body = await signed()
    const answers = await Promise.all(Array.from({ length: 8 }, () => authenticate(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)])
    expect(code(await authenticate(body))).toBe(4601)
    expect(await service.database.db.select().from(siwxSessions)).toHaveLength(1)
  })
  test('a nonce lasts five minutes, also when its use has been swept away', async () => {
    const [late, used] = [await signed(), await signed()]
    expect((await authenticate(used)).status).toBe(200)
    service.advance(300_001)
    expect(code(await authenticate(late))).toBe(4601)
    expect(code(await authenticate(used))).toBe(4601)
    service.advance(120_000)
    await service.sweep()
    expect(await service.database.db.select().from(usedProofs)).toEqual([])
    expect(code(await authenticate(used))).toBe(4601)
  })
  test('a nonce that names no account serves each network once', async () => {
    const body = await signed(page, { bind: false })
    expect((await authenticate(body)).status).toBe(200)
    expect(code(await authenticate(body))).toBe(4601)
    const message = body.message.replace('Chain ID: 31337', 'Chain ID: 1')
    const elsewhere = { ...body, message, signature: await alice.signMessage({ message }) }
    // Another network: the nonce would do, but this service has no such network.
    expect(code(await authenticate(elsewhere))).toBe(4400)
  })
  test('a nonce of one account, site or project does not serve another', async () => {
    const asked = await signed()
    const others = await signed(page, { account: bob })
    expect(code(await authenticate({ ...others, nonceToken: asked.nonceToken }))).toBe(4601)
    const swapped = { ...asked, nonceToken: others.nonceToken }
    expect(code(await authenticate(swapped))).toBe(4601)
    expect(code(await authenticate(asked, createHostPage(service, { projectId: 'other' })))).toBe(4601)
  })
  test('a made-up nonce is refused', async () => {
    const body = await signed(page, { change: (text) => text.replace(/Nonce: \w+/, 'Nonce: abcdefgh') })
    expect(code(await authenticate(body))).toBe(4601)
    const nonceToken = `zzzzzzzz.${'A'.repeat(43)}`
    expect(code(await authenticate({ ...(await signed()), nonceToken }))).toBe(4601)
  })
  test.each([
    ['domain', (text: string) => text.replace('app.localhost:5173', 'evil.example')],
    ['domain', (text: string) => text.replace('app.localhost:5173', 'shop.localhost:5183')],
    ['domain', (text: string) => `https://${text}`],
    ['uri', (text: string) => text.replace(`URI: ${HOST}`, 'URI: https://evil.example')],
    ['message', (text: string) => `${text}\n`],
    ['message', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['expired', (text: string) => `${text}\nExpiration Time: 2020-01-01T00:00:00Z`],
    ['notYetValid', (text: string) => `${text}\nNot Before: 2099-01-01T00:00:00Z`],
  ])('refuses with the reason %s', async (expected, change) => {
    const answer = await authenticate(await signed(page, { change }))
    expect([code(answer), reason(answer)]).toEqual([4600, expected])
  })
  test('refuses a signature of somebody else, and a changed text, and keeps the nonce for the right one', async () => {
    const body = await signed()
    const foreign = await bob.signMessage({ message: body.message })
    expect(reason(await authenticate({ ...body, signature: foreign }))).toBe('signature')
    expect(reason(await authenticate({ ...body, signature: '0x' }))).toBe('signature')
    expect((await authenticate(body)).status).toBe(200)
  })
  test('a wallet contract signs in on its own network alone', async () => {
    const address = '0x00000000000000000000000000000000000051fE' as const
    // Answers every question with ERC-1271's magic value.
    await anvil.call('anvil_setCode', [address, '0x631626ba7e60e01b60005260206000f3'])
    const wallet = { address, signMessage: async () => '0x' as const }
    await page.signIn(wallet)
    expect(await page.siwx.getSessions('eip155:31337', address)).toHaveLength(1)
    expect(await page.siwx.getSessions('eip155:8453', address)).toEqual([])
    expect((await service.database.db.select().from(siwxSessions))[0]?.proof).toBe('contract')
  })
  test('another site of the project cannot use a signature that was made for this one', async () => {
    const shop = createHostPage(service, { origin: SHOP })
    const answer = await authenticate(await signed(), shop)
    expect([code(answer), reason(answer)]).toEqual([4600, 'domain'])
  })
  test('a network that does not answer is told from a wrong signature', async () => {
    const { body: issued } = await page.call(`${getSiwxNonce.path}?account=eip155:8453:${alice.address}`)
    const made = await page.siwx.createMessage({ accountAddress: alice.address, chainId: 'eip155:8453' })
    const message = made.toString().replace(made.nonce, issued.nonce)
    const body = { message, signature: await bob.signMessage({ message }), nonceToken: issued.token }
    expect(code(await authenticate(body))).toBe(4401)
  })
  test('counts signatures of one place', async () => {
    const small = await createTestService({ limits: { siwxSignaturesPerMinute: 2 } })
    const caller = createHostPage(small)
    const json = { message: 'm', signature: '0x', nonceToken: `zz.${'A'.repeat(43)}` }
    const codes: (number | undefined)[] = []
    for (const _ of [1, 2, 3]) codes.push(code(await caller.call(authenticateSiwx.path, { json })))
    await small.stop()
    expect(codes).toEqual([4600, 4600, 4020])
  })
  test('takes JSON of its form alone', async () => {
    expect(code(await authenticate({ message: 'm' }))).toBe(4002)
    expect(code(await authenticate({ ...(await signed()), admin: true }))).toBe(4002)
    const plain = await page.call(authenticateSiwx.path, { method: 'POST', body: '{}' })
    expect(code(plain)).toBe(4006)
  })
  test('answers the preflight of any site, and the call itself decides', async () => {
    const answer = await service.app.request(`${API}${authenticateSiwx.path}`, {
      method: 'OPTIONS',
      headers: { origin: HOST },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
  })
})

describe('sessions', () => {
  const path = (address: string, rest = '') => `/auth/v1/sessions/${address}${rest}`
  const list = (token: string, address: string = alice.address, from = page) =>
    from.call(path(address), { token })
  const revoke = (json: unknown, token?: string, address: string = alice.address, from = page) =>
    from.call(path(address, '/revoke'), { json, ...(token ? { token } : {}) })
  const shop = () => createHostPage(service, { origin: SHOP })

  test('lists the account’s sessions of the project, newest first', async () => {
    const first = await shop().signIn(alice)
    service.advance(1_000)
    const token = await page.signIn(alice)
    await page.signIn(bob)
    const { sessions } = listSiwxSessions.reply.parse((await list(token)).body)
    expect(sessions.map(({ domain, chainId, current }) => ({ domain, chainId, current }))).toEqual([
      { domain: 'app.localhost:5173', chainId: 'eip155:31337', current: true },
      { domain: 'shop.localhost:5183', chainId: 'eip155:31337', current: false },
    ])
    expect((await list(token, alice.address.toLowerCase())).status).toBe(200)
    expect(JSON.stringify(sessions)).not.toContain(first)
  })
  test('every refusal is the same', async () => {
    const token = await page.signIn(alice)
    const bobs = await page.signIn(bob)
    const unknown = { pci: 'A'.repeat(22) }
    const answers = await Promise.all([
      page.call(path(alice.address)),
      list('A'.repeat(43)),
      list(bobs),
      list(token, bob.address),
      list(token, alice.address, shop()),
      list(token, alice.address, createHostPage(service, { projectId: 'other' })),
      revoke(unknown),
      revoke(unknown, bobs),
      revoke({ ...unknown, signature: `0x${'11'.repeat(65)}` }),
      page.call(getSiwxAccount.path, { token: 'A'.repeat(43) }),
      shop().call(getSiwxAccount.path, { token }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(answers[0]?.body)
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
  })
  test('revokes with the token: this session or another of the account', async () => {
    const other = shop()
    const away = await other.signIn(alice)
    service.advance(1)
    const token = await page.signIn(alice)
    const { body } = await list(token)
    for (const { pci } of [body.sessions[1], body.sessions[0]]) {
      expect(await revoke({ pci }, token)).toMatchObject({ status: 200, body: {} })
    }
    expect((await list(token)).status).toBe(401)
    expect((await other.call(getSiwxAccount.path, { token: away })).status).toBe(401)
  })
  test('revokes with the account’s signature, without a session of its own', async () => {
    const token = await page.signIn(alice)
    const { pci } = (await list(token)).body.sessions[0]
    const message = revocationText(API, alice.address, pci)
    const foreign = await bob.signMessage({ message })
    expect(code(await revoke({ pci, signature: foreign }, undefined, alice.address, shop()))).toBe(4602)
    const signature = await alice.signMessage({ message })
    expect((await revoke({ pci, signature }, undefined, alice.address, shop())).status).toBe(200)
    expect((await list(token)).status).toBe(401)
  })
  test('a token cannot end somebody else’s session', async () => {
    const token = await page.signIn(alice)
    const { pci } = (await list(token)).body.sessions[0]
    const bobs = await page.signIn(bob)
    expect(code(await revoke({ pci }, bobs))).toBe(4602)
    await revoke({ pci }, bobs, bob.address)
    expect((await list(token)).status).toBe(200)
  })
  test('a back end asks without an origin; a browser cannot pass for one', async () => {
    const token = await page.signIn(alice)
    const ask = (headers: Record<string, string>, query = '?projectId=demo') =>
      service.app.request(`${API}${getSiwxAccount.path}${query}`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    expect((await ask({})).status).toBe(200)
    expect((await ask({}, '')).status).toBe(401)
    expect((await ask({}, '?projectId=other')).status).toBe(401)
    expect((await ask({ 'sec-fetch-mode': 'no-cors' })).status).toBe(403)
    expect((await ask({ origin: 'null' })).status).toBe(403)
  })
  test('the database and the log hold no token and no signature', async () => {
    const body = await signed()
    const { token } = (await authenticate(body)).body
    const rows = JSON.stringify(await service.database.db.select().from(siwxSessions))
    const logs = service.logs.join('\n')
    await list(token)
    expect(await service.metrics.registry.metrics()).not.toMatch(/0x[0-9a-f]{40}/i)
    expect(logs).not.toContain(alice.address)
    for (const secret of [token, body.signature, body.nonceToken]) {
      expect(rows).not.toContain(secret)
      expect(logs).not.toContain(secret)
    }
  })
  test('an expired session is gone, and swept', async () => {
    const token = await page.signIn(alice)
    service.advance(7 * 86_400_000 + 1)
    expect((await list(token)).status).toBe(401)
    await service.sweep()
    expect(await service.database.db.select().from(siwxSessions)).toEqual([])
  })
})

describe('serviceSiwx', () => {
  test('keeps the session over a reload, and ends it', async () => {
    await page.signIn(alice)
    const again = createHostPage(service, {
      siwx: {
        storage: { get: (key) => page.storage.get(key), set: () => undefined, remove: () => undefined },
      },
    })
    const [session] = await again.siwx.getSessions('eip155:31337', alice.address.toLowerCase())
    expect(session?.data).toMatchObject({ accountAddress: alice.address, domain: 'app.localhost:5173' })
    const token = page.siwx.getToken('eip155:31337', alice.address) ?? ''
    await page.siwx.revokeSession('eip155:31337', alice.address)
    expect(await page.siwx.getSessions('eip155:31337', alice.address)).toEqual([])
    expect((await page.call(getSiwxAccount.path, { token })).status).toBe(401)
    expect(page.storage.size).toBe(0)
  })
  test('a key’s session counts on every EVM network and for no other account', async () => {
    await page.signIn(alice)
    expect(await page.siwx.getSessions('eip155:8453', alice.address)).toHaveLength(1)
    expect(await page.siwx.getSessions('eip155:31337', bob.address)).toEqual([])
    expect(await page.siwx.getSessions('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', alice.address)).toEqual([])
  })
  test('lists the sessions and ends another one', async () => {
    const other = createHostPage(service, { origin: SHOP })
    await other.signIn(alice)
    service.advance(1)
    await page.signIn(alice)
    const [, away] = await page.siwx.listSessions('eip155:31337', alice.address)
    expect(away).toMatchObject({ domain: 'shop.localhost:5183', current: false })
    await page.siwx.endSession('eip155:31337', alice.address, away?.pci ?? '')
    expect(await page.siwx.listSessions('eip155:31337', alice.address)).toHaveLength(1)
  })
  test('signing in anew ends the session before', async () => {
    const before = await page.signIn(alice)
    const after = await page.signIn(alice)
    expect((await page.call(getSiwxAccount.path, { token: before })).status).toBe(401)
    expect((await page.call(getSiwxAccount.path, { token: after })).status).toBe(200)
  })
  test('takes the sessions of a one-click sign-in, one a network', async () => {
    const created = await page.siwx.createMessage({ accountAddress: '', chainId: 'eip155:31337' })
    const { toString: _, ...data } = created
    const { formatSiwxMessage } = await import('@latchkey/siwx')
    const sessions = await Promise.all(
      (['eip155:31337', 'eip155:1'] as const).map(async (chainId) => {
        const whole = { ...data, chainId, accountAddress: alice.address }
        const message = formatSiwxMessage(whole)
        return { data: whole, message, signature: await alice.signMessage({ message }), cacao: {} }
      }),
    )
    // The service does not serve the second network: the first one's session stands.
    await page.siwx.setSessions(sessions)
    expect(await page.siwx.getSessions('eip155:31337', alice.address)).toHaveLength(1)
    await page.siwx.setSessions([])
    expect(await page.siwx.getSessions('eip155:31337', alice.address)).toEqual([])
  })
})
