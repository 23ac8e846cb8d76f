import { createHash } from 'node:crypto'
import type { Fetch } from '@latchkey/protocol/client'
import type { Route } from '@latchkey/protocol/http'
import * as http from '@latchkey/protocol/http'
import { randomId } from '@latchkey/std/randomId'
import type * as z from 'zod/mini'
import type { FakeFamily } from './FakeFamily.ts'
import { createFakeAccounts, type FakeAccounts } from './fakeAccounts.ts'
import { createFakeEmailChange } from './fakeEmailChange.ts'
import { createProofChecker, type Refusal, refuse } from './fakeProofs.ts'
import { createFakeSocial, type FakeSocial } from './fakeSocial.ts'
import { createFakeWallets } from './fakeWallets.ts'

export const API_ORIGIN = 'http://api.localhost:8787'
export const WALLET_ORIGIN = 'http://wallet.localhost:8787'

type Caller = { jkt: string; family: FakeFamily | null; params: Record<string, string> }
type Entry = { route: Route; run(body: unknown, caller: Caller): unknown }
/** Called before a route runs, or after it ran and before its answer leaves. Throwing is a broken network. */
export type Fault = (when: 'before' | 'after', call: { method: string; path: string }) => void | Promise<void>

const signedIn = ({ family }: Caller): FakeFamily => family ?? refuse(http.NotFoundError)

type Fakes = {
  accounts: FakeAccounts
  social: FakeSocial
  changes: ReturnType<typeof createFakeEmailChange>
  wallets: Awaited<ReturnType<typeof createFakeWallets>>
  nonce: () => string
  brake: Brake
}

/** What callers without a proof of work are told; null asks for none. */
type Brake = { data: { task: string; bits: number; retryAfter: number } | null }

/** Node's own SHA-256, not the one that is tested. */
function isSolved(
  { task, bits }: { task: string; bits: number },
  work: z.output<typeof http.startEmail.body>['work'],
) {
  if (work?.task !== task) return false
  const hash = createHash('sha256').update(`${task}.${work.solution}`).digest()
  return Math.clz32(hash.readUInt32BE()) >= bits
}

/** What each route of the protocol does. */
function createRoutes({ accounts, social, changes, wallets, nonce, brake }: Fakes): Entry[] {
  const entries: Entry[] = []
  const on = <R extends Route>(route: R, run: (body: z.output<R['body']>, caller: Caller) => unknown) => {
    entries.push({ route, run: run as Entry['run'] })
  }
  on(http.startEmail, ({ work, ...body }, { jkt }) => {
    if (brake.data && !isSolved(brake.data, work)) refuse(http.RateLimitedError, brake.data)
    return accounts.start({ ...body, jkt })
  })
  on(http.checkDevice, (body, { jkt }) => accounts.checkDevice(body.challengeId, jkt))
  on(http.verifyEmail, (body, { jkt }) => accounts.verify(body.challengeId, body.code, jkt))
  on(http.refresh, (body, { jkt }) => accounts.refresh(body.refreshToken, jkt))
  on(http.getSession, (_, caller) => accounts.sessionOf(signedIn(caller)))
  on(http.getNonce, () => ({ nonce: nonce() }))
  on(http.signOut, (body, caller) => {
    const family = signedIn(caller)
    family.revoked = true
    if (body.keysetId) family.user.wallet?.keysets.delete(body.keysetId)
    return {}
  })
  socialRoutes(on, social)
  on(http.startEmailChange, (body, caller) => changes.start(signedIn(caller), body.email))
  on(http.verifyEmailPrimary, (body, caller) => changes.primary(signedIn(caller), body.changeId, body.code))
  on(http.verifyEmailSecondary, (body, caller) =>
    changes.secondary(signedIn(caller), body.changeId, body.code),
  )
  on(http.resendEmailChange, (body, caller) => changes.resend(signedIn(caller), body.changeId))
  on(http.createWallet, (body, caller) => wallets.create(signedIn(caller), body))
  on(http.confirmWallet, (body, caller) =>
    wallets.confirm(signedIn(caller), caller.params.walletId ?? '', body.signature),
  )
  on(http.discardWallet, (_, caller) => wallets.discard(signedIn(caller), caller.params.walletId ?? ''))
  on(http.addKeyset, (body, caller) =>
    wallets.addKeyset(signedIn(caller), caller.params.walletId ?? '', body),
  )
  on(http.releaseShare, (body, caller) =>
    wallets.release(signedIn(caller), caller.params.keysetId ?? '', body),
  )
  on(http.recoverWallet, (body, caller) =>
    wallets.recover(signedIn(caller), caller.params.walletId ?? '', body),
  )
  return entries
}

export type On = <R extends Route>(
  route: R,
  run: (body: z.output<R['body']>, caller: Caller) => unknown,
) => void

function socialRoutes(on: On, social: FakeSocial): void {
  const uri = 'https://network.example/authorize'
  on(http.startSocial, (body, { jkt }) => ({ ...social.start(body, jkt), uri }))
  on(http.startLink, (body, caller) => ({ ...social.start(body, signedIn(caller).jkt), uri }))
  on(http.finishSocial, (body, { jkt }) => social.finish(body.flowId, body.result, jkt))
  on(http.finishLink, (body, caller) => social.link(signedIn(caller), body.flowId, body.result))
  on(http.startFarcaster, (body, { jkt }) => ({
    ...social.start({ ...body, provider: 'farcaster' }, jkt),
    uri: 'https://relay.example/~/siwf',
  }))
  on(http.finishFarcaster, (body, { jkt }) => social.poll(body.flowId, jkt))
}

/**
 * The service as the keys app sees it, in memory: every request and every answer is held against the protocol's schemas,
 * proofs are checked by another implementation, and sealed messages are opened.
 */
export async function createFakeService(now: () => number) {
  const accounts = createFakeAccounts(now)
  const wallets = await createFakeWallets(now)
  const calls: string[] = []
  const brake: Brake = { data: null }
  let nonce = randomId()
  let fault: Fault = () => undefined
  const checkProof = createProofChecker({ now, nonce: () => nonce })

  const social = createFakeSocial(accounts, now, WALLET_ORIGIN)
  const changes = createFakeEmailChange(accounts, now)
  const entries = createRoutes({ accounts, social, changes, wallets, nonce: () => nonce, brake })
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    const path = new URL(url).pathname
    const call = { method, path }
    calls.push(`${method} ${path}`)
    try {
      await fault('before', call)
      const value = await serve(url, method, path, init)
      await fault('after', call)
      return reply(200, value)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { refused, data } = error
      const problem = { code: refused.code, message: refused.defaultMessage, ...(data ? { data } : {}) }
      return reply(400, { error: problem })
    }
  }
  const reply = (status: number, value: unknown) =>
    new Response(JSON.stringify(value), {
      status,
      headers: { 'DPoP-Nonce': nonce, Date: new Date(now()).toUTCString() },
    })
  const serve = async (url: string, method: string, path: string, init: RequestInit): Promise<unknown> => {
    const found = findRoute(entries, method, path)
    if (!found) return refuse(http.NotFoundError)
    const { entry, params } = found
    const { route } = entry
    const body = init.body === undefined ? undefined : new TextEncoder().encode(String(init.body))
    const headers = new Headers(init.headers)
    const accessToken = headers.get('Authorization')?.replace(/^DPoP /, '')
    const needNonce = route.auth === 'nonce'
    const proof = headers.get('DPoP')
    const jkt =
      route.auth === 'none' ? '' : await checkProof({ proof, method, url, body, accessToken, needNonce })
    const needsToken = route.auth === 'token' || needNonce
    const family = needsToken ? accounts.authorize(accessToken, jkt) : null
    const parsed = route.body.safeParse(body ? JSON.parse(new TextDecoder().decode(body)) : {})
    if (!parsed.success) return refuse(http.InvalidRequestError)
    return route.reply.parse(await entry.run(parsed.data, { jkt, family, params }))
  }

  return {
    brake,
    accounts,
    social,
    changes,
    wallets,
    /** Serves one more route. */
    add: ((route, run) => {
      entries.push({ route, run: run as Entry['run'] })
    }) as On,
    channelKey: wallets.channelKey,
    calls,
    fetch: answer satisfies Fetch,
    lastCode: () => accounts.mails.at(-1)?.code ?? '',
    rotateNonce: () => {
      nonce = randomId()
    },
    setFault: (next: Fault) => {
      fault = next
    },
  }
}

export type FakeService = Awaited<ReturnType<typeof createFakeService>>

function findRoute(entries: readonly Entry[], method: string, path: string) {
  for (const entry of entries) {
    if (entry.route.method !== method) continue
    const names = [...entry.route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '')
    const match = new RegExp(`^${entry.route.path.replace(/:[A-Za-z]+/g, '([^/]+)')}$`).exec(path)
    if (match)
      return { entry, params: Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? ''])) }
  }
  return null
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'refused' in error
