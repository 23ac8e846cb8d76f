import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type Agent, request } from 'node:http'
import type { StackOrigins } from '../stack/serviceEnv.mjs'

export type ServiceAddress = { port: number; origins: StackOrigins; agent: Agent }
export type SignInDevice = { post(path: string, body: object): Promise<unknown> }

const REQUEST_TIMEOUT = 20_000
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Name resolution and its cost are no part of the service: the address is given, the name goes into Host. */
function send({ port, origins, agent }: ServiceAddress, path: string, body: string, dpop: string) {
  const headers = {
    host: new URL(origins.api).host,
    origin: origins.keys,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    dpop,
  }
  return new Promise<unknown>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers,
      agent,
      timeout: REQUEST_TIMEOUT,
    }
    const outgoing = request(options, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.once('error', reject)
      incoming.once('end', () => {
        if (incoming.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${path} answered ${incoming.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${path} did not answer.`)))
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

export type Proven = { method?: 'GET' | 'POST'; path: string; body?: string; token?: string; nonce?: string }

/** A device's P-256 key, and proofs of it (RFC 9449 section 4.2) for calls to one API. */
export function createProofKey(api: string): (call: Proven) => string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const header = base64url(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }))
  return ({ method = 'POST', path, body, token, nonce }) => {
    const claims = {
      jti: randomBytes(16).toString('base64url'),
      htm: method,
      htu: `${api}${path}`,
      iat: Math.floor(Date.now() / 1_000),
      ...(body ? { bh: sha256(body) } : {}),
      ...(token ? { ath: sha256(token) } : {}),
      ...(nonce ? { nonce } : {}),
    }
    const signed = `${header}.${base64url(JSON.stringify(claims))}`
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
}

/** A device of one visitor: calls that carry a proof of its own key. */
export function createSignInDevice(address: ServiceAddress): SignInDevice {
  const prove = createProofKey(address.origins.api)
  return {
    post(path, value) {
      const body = JSON.stringify(value)
      return send(address, path, body, prove({ path, body }))
    },
  }
}
