import { getSession, refresh, releaseShare } from '@latchkey/protocol/http'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProofClient } from './proofClient.ts'

const NOW = 1_790_000_000_000
const tokens = { accessToken: 'a', accessExpiresAt: NOW, refreshToken: 'r' }
type Sent = { url: string; init: RequestInit; claims: Record<string, unknown> }

let proofKey: CryptoKeyPair

beforeAll(async () => {
  proofKey = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
})

/** Answers with one response after the other, and keeps what was sent. */
function clientWith(...answers: (() => Response)[]) {
  const sent: Sent[] = []
  const client = createProofClient({
    apiOrigin: 'http://api.localhost:8787',
    now: () => NOW,
    fetch: async (url, init) => {
      sent.push({ url, init, claims: decodeJwt(new Headers(init.headers).get('DPoP') ?? '') })
      return (answers[sent.length - 1] ?? answers.at(-1) ?? Response.error)()
    },
  })
  return { client, sent }
}
const ok =
  (headers: HeadersInit = {}) =>
  () =>
    new Response(JSON.stringify(tokens), { headers })
const refusal =
  (code: number, data?: object, headers: HeadersInit = {}) =>
  () =>
    new Response(JSON.stringify({ error: { code, message: 'No.', data } }), { status: 401, headers })
const renew = (client: ReturnType<typeof clientWith>['client']) =>
  client.call(refresh, { proofKey }, { body: { refreshToken: 'r' } })

describe('a call with a proof', () => {
  it('sends no cookie, follows no redirect, and keeps the query out of the proof', async () => {
    const { client, sent } = clientWith(ok())
    expect(await renew(client)).toEqual(tokens)
    expect(sent[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error', cache: 'no-store' })
    expect(sent[0]?.claims).toMatchObject({ htm: 'POST', htu: 'http://api.localhost:8787/auth/v1/token' })
  })

  it('fills the path and escapes what it is given', async () => {
    const { client, sent } = clientWith(refusal(4300))
    const body = { publicKey: 'AAAA', purpose: 'sign' } as const
    const call = client.call(
      releaseShare,
      { proofKey, accessToken: 't' },
      { params: { keysetId: 'a/../b' }, body },
    )
    await expect(call).rejects.toMatchObject({ code: 4300 })
    expect(sent[0]?.url).toBe('http://api.localhost:8787/keys/v1/keysets/a%2F..%2Fb/release')
    expect(new Headers(sent[0]?.init.headers).get('Authorization')).toBe('DPoP t')
  })

  it('repeats once with the nonce that the service asks for, and remembers it', async () => {
    const { client, sent } = clientWith(
      refusal(4204, undefined, { 'DPoP-Nonce': 'n1' }),
      ok({ 'DPoP-Nonce': 'n2' }),
      ok(),
    )
    await renew(client)
    await renew(client)
    expect(sent.map(({ claims }) => claims.nonce)).toEqual([undefined, 'n1', 'n2'])
    expect(new Set(sent.map(({ claims }) => claims.jti)).size).toBe(3)
  })

  it('does not repeat for ever', async () => {
    const { client, sent } = clientWith(refusal(4204))
    await expect(renew(client)).rejects.toMatchObject({ code: 4204 })
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['data', { now: NOW + 3_600_000 }, {}],
    ['the Date header', undefined, { Date: new Date(NOW + 3_600_000).toUTCString() }],
  ])('corrects its clock by %s when the proof was refused', async (_, data, headers) => {
    const { client, sent } = clientWith(refusal(4201, data, headers), ok())
    await renew(client)
    expect(sent.map(({ claims }) => claims.iat)).toEqual([NOW / 1000, NOW / 1000 + 3600])
    expect(client.serviceNow()).toBe(NOW + 3_600_000)
  })

  it.each([
    ['the network fails', Response.error],
    ['the answer is not JSON', () => new Response('<html>')],
    ['the answer has another shape', () => new Response(JSON.stringify({ ...tokens, accessToken: 1 }))],
    ['the answer is too long', () => new Response(`"${'x'.repeat(300_000)}"`)],
    ['a refusal is not the service’s', () => new Response('Bad gateway', { status: 502 })],
  ])('says that the service is out of reach when %s', async (_, answer) => {
    const { client } = clientWith(answer)
    await expect(renew(client)).rejects.toMatchObject({ code: 4000 })
  })

  it('ends when the caller aborts', async () => {
    const client = createProofClient({
      apiOrigin: 'http://api.localhost:8787',
      now: () => NOW,
      fetch: () => new Promise(() => undefined),
    })
    const signal = AbortSignal.abort()
    await expect(client.call(getSession, { proofKey }, { signal })).rejects.toMatchObject({
      name: 'CancelledError',
    })
  })
})
