import { problem } from '@latchkey/protocol/client'
import type { Route, Session, Tokens } from '@latchkey/protocol/http'
import * as protocol from '@latchkey/protocol/http'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose'
import type * as z from 'zod/mini'
import { randomId, sha256 } from '../crypto/bytes.ts'
import { API, HOST, KEYS, type TestService } from './createTestService.ts'

export type CallOptions = {
  body?: unknown
  params?: Record<string, string>
  /** Such as `?before=3`. */
  query?: string
  /** null sends none. */
  token?: string | null
  /** Members of the proof to change; undefined leaves one out. */
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  /** A proof made before, or null for none. */
  proof?: string | null
  headers?: Record<string, string>
  address?: string
  /** Bytes to send in place of the body that was proven. */
  sent?: string
  signal?: AbortSignal
}

export type Answer = { status: number; headers: Headers; body: unknown; proof: string | null }
export type SignedIn = { tokens: Tokens; session: Session }

/** A keys app of one partition, as the service sees it: a proof key, its calls, its login. */
export async function createDevice(
  service: TestService,
  address = '203.0.113.7',
  keys?: Awaited<ReturnType<typeof generateKeyPair>>,
) {
  const pair = keys ?? (await generateKeyPair('ES256', { extractable: true }))
  const { privateKey, publicKey } = pair
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y } as JWK
  const jkt = await calculateJwkThumbprint(jwk)

  async function prove(route: Route, path: string, bytes: string, options: CallOptions, nonce?: string) {
    const claims: Record<string, unknown> = {
      jti: randomId(),
      htm: route.method,
      htu: `${API}${path}`,
      iat: Math.floor(service.config.now() / 1_000),
      ...(options.token ? { ath: sha256(options.token) } : {}),
      ...(nonce ? { nonce } : {}),
      ...(bytes ? { bh: sha256(bytes) } : {}),
      ...options.claims,
    }
    const protectedHeader = { typ: 'dpop+jwt', alg: 'ES256', jwk, ...options.header }
    return new SignJWT(claims).setProtectedHeader(protectedHeader as JWTHeaderParameters).sign(privateKey)
  }

  /** One request; `nonce` is fetched beforehand where the route wants one. */
  async function call(route: Route, options: CallOptions = {}): Promise<Answer> {
    const path = route.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => options.params?.[name] ?? '')
    const bytes = route.method === 'POST' ? JSON.stringify(options.body ?? {}) : ''
    let nonce: string | undefined
    if (route.auth === 'nonce') {
      const answer = await service.app.request(`${API}${protocol.getNonce.path}`, {
        headers: { origin: KEYS },
      })
      nonce = answer.headers.get('dpop-nonce') ?? undefined
    }
    const proof =
      options.proof === undefined ? await prove(route, path, bytes, options, nonce) : options.proof
    const headers = new Headers({
      origin: KEYS,
      ...(bytes ? { 'content-type': 'application/json' } : {}),
      ...(proof ? { dpop: proof } : {}),
      ...(options.token ? { authorization: `DPoP ${options.token}` } : {}),
      ...options.headers,
    })
    const sent = options.sent ?? bytes
    const answer = await service.app.request(
      `${API}${path}${options.query ?? ''}`,
      { method: route.method, headers, body: sent || null, signal: options.signal ?? null },
      { incoming: { socket: { remoteAddress: options.address ?? address } } },
    )
    return { status: answer.status, headers: answer.headers, body: await answer.json(), proof }
  }

  /** A call that must succeed; the reply is checked against the route. */
  async function must<R extends Route>(route: R, options: CallOptions = {}): Promise<z.output<R['reply']>> {
    const answer = await call(route, options)
    if (answer.status !== 200)
      throw new Error(`${route.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return route.reply.parse(answer.body) as z.output<R['reply']>
  }

  const start = (email: string, options: CallOptions = {}) =>
    call(protocol.startEmail, {
      ...options,
      body: { projectId: 'demo', hostOrigin: HOST, email, purpose: 'login', ...(options.body ?? {}) },
    })

  async function signIn(email: string): Promise<SignedIn> {
    const { challengeId } = await must(protocol.startEmail, {
      body: { projectId: 'demo', hostOrigin: HOST, email, purpose: 'login' },
    })
    return must(protocol.verifyEmail, { body: { challengeId, code: codeIn(service.mails.at(-1)?.text) } })
  }

  return { keys: pair, jkt, jwk, address, call, must, start, signIn }
}

export type Device = Awaited<ReturnType<typeof createDevice>>

/** The code of a mail's text. */
export function codeIn(text: string | undefined): string {
  const code = /^ {4}([0-9]{6}|[0-9A-Z]{8})\s*$/m.exec(text ?? '')?.[1]
  if (!code) throw new Error('The mail has no code.')
  return code
}

/** The stable code of a refusal; the shape is checked. */
export function problemCode(answer: { body: unknown }): number {
  return problem().parse(answer.body).error.code
}

/** The facts of a refusal. */
export const problemData = (answer: { body: unknown }) => problem().parse(answer.body).error.data
