import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProof, publicJwk, thumbprint } from './proofClient.ts'

const NOW = 1_790_000_000_999
const URL_WITH_QUERY = 'http://api.localhost:8787/auth/v1/session?projectId=demo#part'
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

let keyPair: CryptoKeyPair

beforeAll(async () => {
  keyPair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
})

const verify = (proof: string) =>
  jwtVerify(proof, keyPair.publicKey, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(NOW),
  })

describe('a DPoP proof (RFC 9449 section 4.2)', () => {
  it('verifies, and has the header and claims of a request without token or body', async () => {
    const proof = await createProof(keyPair, { htm: 'GET', url: URL_WITH_QUERY, now: NOW })
    const { payload } = await verify(proof)
    const header = decodeProtectedHeader(proof)
    expect(header).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(keyPair) })
    expect(payload).toEqual({
      jti: expect.stringMatching(/^[\w-]{22}$/),
      htm: 'GET',
      htu: 'http://api.localhost:8787/auth/v1/session',
      iat: 1_790_000_000,
    })
  })

  it('binds the token, the nonce and the body', async () => {
    const body = new TextEncoder().encode('{"a":1}')
    const input = { htm: 'POST', url: URL_WITH_QUERY, now: NOW, nonce: 'n-1', accessToken: 'token', body }
    const { payload } = await verify(await createProof(keyPair, input))
    expect(payload).toMatchObject({ nonce: 'n-1', ath: hashOf('token'), bh: hashOf('{"a":1}') })
  })

  it('hashes a token as RFC 9449 section 7.1 does in its example', () => {
    const token = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU'
    expect(hashOf(token)).toBe('fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo')
  })

  it('is another one each time', async () => {
    const input = { htm: 'GET', url: URL_WITH_QUERY, now: NOW }
    const [first, second] = [await createProof(keyPair, input), await createProof(keyPair, input)]
    expect((await verify(first)).payload.jti).not.toBe((await verify(second)).payload.jti)
  })

  it('does not verify under another key', async () => {
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    const proof = await createProof(other, { htm: 'GET', url: URL_WITH_QUERY, now: NOW })
    await expect(verify(proof)).rejects.toThrow()
  })
})

describe('the thumbprint (RFC 7638)', () => {
  it('is that of an implementation that is not ours', async () => {
    const jwk = await publicJwk(keyPair)
    expect(await thumbprint(jwk)).toBe(await calculateJwkThumbprint(jwk))
  })

  it('of the key in RFC 9449 figure 1 is the one of its figure 6', async () => {
    const jwk = {
      kty: 'EC',
      x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
      y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
      crv: 'P-256',
    } as const
    expect(await thumbprint(jwk)).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
  })
})
