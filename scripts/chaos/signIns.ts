import { randomBytes, randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Mail } from '@latchkey/testing/node'
import { createProofKey } from '../bench/signInDevice.ts'
import type { StackOrigins } from '../stack/serviceEnv.mjs'
import type { Balancer } from './balancer.ts'
import type { Outcome, Tally } from './Tally.ts'

/** No call of a sign-in may take longer, ms. The service gives a statement of its database ten seconds. */
const CALL_BOUND = 30_000
/** Nobody may need longer to get in, whatever breaks meanwhile, ms. */
export const PERSON_BOUND = 120_000
const MAIL_INTERVAL = 50
const AT_ONCE = 32
const PROJECTS = 64
/** `ExpiredTokenError` of the protocol. */
const EXPIRED_TOKEN = 4211

type Vault = {
  account: { address: string }
  ids: { wallet: string }
  creation(): Promise<object>
  signature(): Promise<string>
}
type MakeVault = (service: { config: { secrets: { kek: Uint8Array } } }, userId: string) => Promise<Vault>

export type SignInContext = {
  root: string
  origins: StackOrigins
  balancer: Balancer
  mail: Mail
  kek: string
  /** The tally of now: what ends counts there, whenever it began. */
  tally(): Tally
  /** When everybody began who is at it, as `performance.now()` tells it. */
  underWay: Set<number>
  signal: AbortSignal
}

const projectId = (index: number) => `chaos-${index % PROJECTS}`

/** The projects that the sign-ins use: a project sends so many codes a minute. */
export const chaosProjects = (hostOrigin: string) =>
  Array.from({ length: PROJECTS }, (_, index) => ({
    id: projectId(index),
    name: `Chaos ${index}`,
    mode: 'development' as const,
    allowedOrigins: [hostOrigin],
  }))

type Answer = Extract<Outcome, { kind: 'answer' }>
/** The person begins anew: what they held is used up, and nobody told them that they are in. */
const BEGIN_ANEW = Symbol('begin anew')

/** A browser: a proof key, the newest nonce, an address of its own, and the patience of `PERSON_BOUND`. */
function createBrowser(context: SignInContext) {
  const { origins, balancer, tally, signal } = context
  const prove = createProofKey(origins.api)
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  let until = performance.now() + PERSON_BOUND
  let nonce: string | undefined
  let last = 'nothing was asked yet'

  async function once(
    method: 'GET' | 'POST',
    path: string,
    value?: object,
    token?: string,
  ): Promise<Outcome> {
    const body = value && JSON.stringify(value)
    const proof = prove({
      method,
      path,
      ...(body ? { body } : {}),
      ...(token ? { token } : {}),
      ...(nonce ? { nonce } : {}),
    })
    const headers = {
      origin: origins.keys,
      dpop: proof,
      ...(body ? { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` } : {}),
      ...(token ? { authorization: `DPoP ${token}` } : {}),
    }
    const outcome = await balancer.send(
      { method, path, headers, address, bound: CALL_BOUND, ...(body ? { body } : {}) },
      tally,
    )
    if (outcome.kind === 'answer') {
      const next = outcome.headers['dpop-nonce']
      if (typeof next === 'string') nonce = next
      last = `${path} answered ${outcome.status} ${outcome.body.slice(0, 120)}`
    } else last = `${path} was ${outcome.kind}`
    return outcome
  }

  /** Asks until there is an answer that is not "later". */
  async function ask(method: 'GET' | 'POST', path: string, value?: object, token?: string): Promise<Answer> {
    for (;;) {
      const outcome = await once(method, path, value, token)
      if (outcome.kind === 'answer' && outcome.status < 500 && outcome.status !== 429) return outcome
      const told = outcome.kind === 'answer' ? Number(outcome.headers['retry-after'] ?? 1) : 1
      await pause(Math.min(told, 30) * 1_000)
    }
  }
  async function pause(ms: number): Promise<void> {
    if (performance.now() + ms > until) throw new Error(last)
    await delay(ms, undefined, { signal })
  }
  return {
    ask,
    pause,
    /** The person comes back later, with new patience. */
    comeBack() {
      until = performance.now() + PERSON_BOUND
    },
    fetchNonce: () => ask('GET', '/auth/v1/nonce'),
  }
}

type Browser = ReturnType<typeof createBrowser>

function read(answer: Answer): Record<string, unknown> {
  if (answer.status === 200) return JSON.parse(answer.body)
  throw BEGIN_ANEW
}

async function readCode(mail: Mail, browser: Browser, email: string): Promise<string> {
  for (;;) {
    const code = /^\s*([0-9]{6}|[0-9A-Z]{8})\s*$/m.exec(mail.messages(email)[0]?.text ?? '')?.[1]
    if (code) return code
    await browser.pause(MAIL_INTERVAL)
  }
}

/** Only a wallet that is answered as active is acknowledged. */
const isActive = (answer: Answer, address: string): boolean => {
  if (answer.status !== 200) return false
  const { wallet } = JSON.parse(answer.body)
  return wallet?.status === 'active' && wallet.accounts?.[0]?.address === address
}

/**
 * One person: asks for a code, reads it from the mail, signs in, makes a wallet and proves it.
 *
 * @returns asks the service whether it still knows both
 */
async function signIn(
  context: SignInContext,
  makeVault: MakeVault,
  browser: Browser,
): Promise<() => Promise<boolean>> {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const begin = {
    projectId: projectId(randomInt(PROJECTS)),
    hostOrigin: context.origins.app,
    email,
    purpose: 'login',
  }
  const { challengeId } = read(await browser.ask('POST', '/auth/v1/email/start', begin))
  const code = await readCode(context.mail, browser, email)
  const signedIn = read(await browser.ask('POST', '/auth/v1/email/verify', { challengeId, code }))
  const { tokens, session } = signedIn as {
    tokens: { accessToken: string }
    session: { user: { id: string } }
  }
  const token = tokens.accessToken
  const kek = new Uint8Array(Buffer.from(context.kek, 'hex'))
  const vault = await makeVault({ config: { secrets: { kek } } }, session.user.id)
  await browser.fetchNonce()
  // 409: an earlier try was stored and its answer lost.
  const created = await browser.ask('POST', '/keys/v1/wallets', await vault.creation(), token)
  if (created.status !== 409) read(created)
  const body = { signature: await vault.signature() }
  const confirmed = await browser.ask('POST', `/keys/v1/wallets/${vault.ids.wallet}/confirm`, body, token)
  if (!isActive(confirmed, vault.account.address)) throw BEGIN_ANEW
  return async () => {
    browser.comeBack()
    const answer = await browser.ask('GET', '/auth/v1/session', undefined, token)
    // An access token that has run out is told apart from one that nobody knows.
    return isActive(answer, vault.account.address) || answer.body.includes(`"code":${EXPIRED_TOKEN},`)
  }
}

/**
 * Lets people sign in, `AT_ONCE` at any time, each on a device of their own, until the signal aborts.
 *
 * @returns settles when the last one has ended
 */
export async function keepSigningIn(context: SignInContext): Promise<void> {
  const { signal } = context
  const file = join(context.root, 'apps', 'service', 'src', 'testing', 'createVault.ts')
  const { createVault } = (await import(pathToFileURL(file).href)) as { createVault: MakeVault }
  const person = async () => {
    const beganAt = performance.now()
    context.underWay.add(beganAt)
    try {
      const isThere = await signIn(context, createVault, createBrowser(context))
      context.tally().acknowledged.push({ beganAt, isThere })
    } catch (error) {
      if (error === BEGIN_ANEW || signal.aborted) return
      context.tally().gaveUp.push(error instanceof Error ? error.message : String(error))
    } finally {
      context.underWay.delete(beganAt)
    }
  }
  // Everybody's pauses end with it.
  setMaxListeners(0, signal)
  const work = async () => {
    while (!signal.aborted) await person()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
