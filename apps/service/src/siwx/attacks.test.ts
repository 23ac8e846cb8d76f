import { generateKeyPairSync, sign } from 'node:crypto'
import { authenticateSiwx, getSiwxAccount, getSiwxNonce } from '@latchkey/protocol/http'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siwxSessions } from '../db/schema.ts'
import { accountNumber, createHostPage, type HostPage } from '../testing/createHostPage.ts'
import { API, createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'

const SHOP = 'http://shop.localhost:5183'
const ADMIN = 'an-admin-token-of-the-operator-0123'
const alice = accountNumber(21)
const chain = (id: number, url: string) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [url],
})

/** Two networks: one address may be contracts of two owners. */
let near: Anvil
let far: Anvil
let service: TestService
let page: HostPage
beforeAll(async () => {
  near = await startAnvil({ contracts: false })
  far = await startAnvil({ contracts: false, chainId: 8_453 })
  service = await createTestService({
    chains: [chain(31_337, near.url), chain(8_453, far.url)],
    projects: [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST, SHOP] }],
    config: { adminToken: ADMIN },
  })
})
afterAll(async () => {
  await service?.stop()
  await Promise.all([near?.stop(), far?.stop()])
})
beforeEach(async () => {
  page = createHostPage(service)
  await service.database.db.delete(siwxSessions)
})

const code = (answer: { body: { error?: { code: number } } }) => answer.body.error?.code
const reason = (answer: { body: { error?: { data?: { reason: string } } } }) =>
  answer.body.error?.data?.reason
const list = (from: HostPage, token: string, address: string) =>
  from.call(`/auth/v1/sessions/${address}`, { token })
const me = (token: string) =>
  service.app.request(`${API}${getSiwxAccount.path}?projectId=demo`, {
    headers: { authorization: `Bearer ${token}` },
  })

describe('a contract proves nothing on another network', () => {
  const address = '0x00000000000000000000000000000000000051fE' as const
  /** Answers every question with ERC-1271's magic value. */
  const accepting = '0x631626ba7e60e01b60005260206000f3'
  const wallet = { address, signMessage: async () => '0x' as const }

  test('its session neither shows nor ends the sessions of the same address elsewhere', async () => {
    await Promise.all([near, far].map((anvil) => anvil.call('anvil_setCode', [address, accepting])))
    const victim = createHostPage(service)
    const token = await victim.signIn(wallet, 'eip155:31337')
    const { pci } = (await list(victim, token, address)).body.sessions[0]
    const stolen = await page.signIn(wallet, 'eip155:8453')
    const seen = (await list(page, stolen, address)).body.sessions
    expect(seen.map(({ chainId }: { chainId: string }) => chainId)).toEqual(['eip155:8453'])
    await page.call(`/auth/v1/sessions/${address}/revoke`, { json: { pci }, token: stolen })
    expect((await list(victim, token, address)).status).toBe(200)
  })
  test('a key’s session manages those of its own address on every network', async () => {
    const one = await page.signIn(alice, 'eip155:31337')
    service.advance(1)
    const other = createHostPage(service)
    await other.signIn(alice, 'eip155:8453')
    expect((await list(page, one, alice.address)).body.sessions).toHaveLength(2)
  })
})

/** An Ed25519 account and a message of it for some Solana network, signed. */
async function signedOnSolana(chainId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const address = toBase58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const { body: issued } = await page.call(getSiwxNonce.path)
  const message = [
    `${new URL(HOST).host} wants you to sign in with your Solana account:`,
    address,
    '',
    '',
    `URI: ${HOST}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${issued.nonce}`,
    `Issued At: ${issued.issuedAt}`,
  ].join('\n')
  return {
    message,
    signature: toBase58(sign(null, Buffer.from(message), privateKey)),
    nonceToken: issued.token,
  }
}

function toBase58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text
  return (
    '1'.repeat(
      Math.max(
        0,
        bytes.findIndex((byte) => byte !== 0),
      ),
    ) + text
  )
}

describe('networks and places', () => {
  const authenticate = (json: unknown, from = page) => from.call(authenticateSiwx.path, { json })

  test('a made-up Solana network is none: a nonce that serves each network once would serve for ever', async () => {
    expect((await authenticate(await signedOnSolana('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'))).status).toBe(200)
    expect(code(await authenticate(await signedOnSolana('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdq')))).toBe(4400)
  })
  test.each([
    `blob:${HOST}/0d5a2f3e-6d5c-4c8e-9d1b-1f3b7c0f8a11`,
    `http://evil.example@${new URL(HOST).host}/`,
    `http://:evil.example@${new URL(HOST).host}/`,
    'http://app.localhost.evil.example:5173/',
  ])('the URI %s is not one of the site', async (uri) => {
    const { body: issued } = await page.call(`${getSiwxNonce.path}?account=eip155:31337:${alice.address}`)
    const made = await page.siwx.createMessage({ accountAddress: alice.address, chainId: 'eip155:31337' })
    const message = made.toString().replace(made.nonce, issued.nonce).replace(`URI: ${HOST}`, `URI: ${uri}`)
    const signature = await alice.signMessage({ message })
    const answer = await authenticate({ message, signature, nonceToken: issued.token })
    expect([code(answer), reason(answer)]).toEqual([4600, 'uri'])
  })
  test('nobody signs in on the wallet’s own origin', async () => {
    const wallet = createHostPage(service, { origin: WALLET })
    expect(code(await wallet.call(getSiwxNonce.path))).toBe(4011)
  })
  test.each(['%00', '%00revoke', 'x%0Ay', '%F0%9F%92%A9', 'a'.repeat(129)])(
    'an address written %s is refused before anything looks it up',
    async (address) => {
      const before = service.logs.length
      const json = { pci: 'A'.repeat(22), signature: `0x${'11'.repeat(65)}` }
      expect((await page.call(`/auth/v1/sessions/${address}/revoke`, { json })).status).toBe(401)
      expect((await page.call(`/auth/v1/sessions/${address}`, { token: 'A'.repeat(43) })).status).toBe(401)
      expect(service.logs.slice(before).join('\n')).not.toContain('request failed')
    },
  )
})

test('no spelling of a path puts an address into the log, or a name of its own into the metrics', async () => {
  const before = service.logs.length
  for (const path of [
    '/auth/v1/%73essions',
    '/auth/v1/s%65ssions',
    '/auth/v%31/sessions',
    '/auth/v1/sessions',
  ])
    expect((await page.call(`${path}/${alice.address}`)).status).toBe(401)
  expect(service.logs.slice(before).join('\n')).not.toContain(alice.address)
  expect(await service.metrics.registry.metrics()).not.toMatch(/0x[0-9a-f]{40}|%[0-9a-f]{2}/i)
})

describe('what the operator withdraws', () => {
  const change = (body: object) =>
    service.app.request(`${API}/admin/v1/projects/demo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test.each([
    ['the project', { disabled: true }],
    ['the site', { allowedOrigins: [SHOP] }],
  ])('%s: its sessions are worth nothing to a back end either', async (_, withdrawn) => {
    const token = await page.signIn(alice)
    expect((await me(token)).status).toBe(200)
    expect((await change(withdrawn)).status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect((await change({})).status).toBe(200)
    expect((await me(token)).status).toBe(200)
  })
})
