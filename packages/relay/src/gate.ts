import type { IncomingMessage } from 'node:http'
import { withDeadline } from '@latchkey/std/deadline'
import { createTokenBucket, type TokenBucket } from '@latchkey/std/tokenBucket'
import { decodeJWT, verifyJWT } from '@walletconnect/relay-auth'
import * as z from 'zod'
import type { RefusalStatus } from './RelayEvent.ts'
import { type CountAll, inAMinute, type RelayLimits } from './RelayLimits.ts'

/** What the path of a request is read against. */
const BASE = 'http://relay.invalid'

/**
 * How an address of the relay is compared: scheme, host and path, without a slash at the end, and without the query
 * that clients add. `undefined` for what is not a WebSocket address.
 *
 * @example
 * comparableUrl('wss://Relay.example.org/?x=1') // 'wss://relay.example.org'
 */
export function comparableUrl(text: string): string | undefined {
  if (text.length > 512 || !URL.canParse(text)) return undefined
  const { protocol, host, pathname, username, password } = new URL(text)
  if (!/^wss?:$/.test(protocol) || username || password) return undefined
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

/**
 * The path of an address, as a request names it; `/` stands for none, and nothing for what is no address.
 *
 * @example
 * pathOf('wss://api.example.org/relay/') // '/relay'
 */
export function pathOf(text: string): string {
  return URL.canParse(text, BASE) ? new URL(text, BASE).pathname.replace(/\/+$/, '') || '/' : ''
}

/** How far a client's clock may be ahead. Seconds. */
const SKEW = 300
/** Clients sign for a day; one that signs for longer than a week is not one. Seconds. */
const LONGEST = 604_800

const payloadSchema = z.object({
  iss: z.string().regex(/^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{40,52}$/),
  sub: z.string().min(1).max(256),
  aud: z.string().max(512),
  iat: z.int().nonnegative(),
  exp: z.int().positive(),
})

/**
 * Checks the token by which a client names itself: an EdDSA JWT whose issuer is the `did:key` of an Ed25519 key
 * (RFC 7519, did:key). Signature, times and audience are all checked.
 *
 * @param token as the `auth` parameter has it
 * @param audiences comparable addresses of this relay
 * @param now milliseconds since the epoch
 * @returns the client's id, or `undefined` when anything is wrong
 */
async function verifyAuth(
  token: string,
  audiences: ReadonlySet<string>,
  now: number,
): Promise<string | undefined> {
  if (!/^[\w-]{2,512}\.[\w-]{2,2048}\.[\w-]{86}$/.test(token)) return undefined
  try {
    const { payload } = decodeJWT(token)
    const { iss, aud, iat, exp } = payloadSchema.parse(payload)
    const seconds = now / 1_000
    if (exp <= seconds || iat > seconds + SKEW || exp - iat > LONGEST) return undefined
    if (!audiences.has(comparableUrl(aud) ?? '')) return undefined
    // Last, for it costs the most.
    return (await verifyJWT(token)) ? iss.slice('did:key:'.length) : undefined
  } catch {
    return undefined
  }
}

/** Who asks for a socket. `origin` is what a browser says of the page; other programs mostly say nothing. */
export type RelayCaller = { projectId: string; origin: string | undefined }

/** Whether a caller may use a project; as `guest` it has a place among the project's guests alone. */
export type Verdict = boolean | 'guest'

type Admission = { clientId: string; projectId: string; isGuest: boolean } | { refusal: RefusalStatus }

type AdmissionRules = {
  audiences: ReadonlySet<string>
  isAllowed: (caller: RelayCaller) => Verdict | Promise<Verdict>
  limits: RelayLimits
  now: () => number
}

/**
 * Checks the token, the project and the origin of a request for a socket. Never rejects: what cannot be checked is
 * refused.
 */
export async function admit(rules: AdmissionRules, request: IncomingMessage): Promise<Admission> {
  const { audiences, isAllowed, limits, now } = rules
  const url = request.url ?? ''
  if (url.length > 8_192 || !URL.canParse(url, BASE)) return { refusal: 400 }
  const { searchParams } = new URL(url, BASE)
  const projectId = searchParams.get('projectId') ?? ''
  const clientId = await verifyAuth(searchParams.get('auth') ?? '', audiences, now())
  if (!clientId) return { refusal: 401 }
  if (!/^[\w-]{1,64}$/.test(projectId)) return { refusal: 403 }
  const { origin } = request.headers
  try {
    const decide = async () => isAllowed({ projectId, origin })
    const allowed = await withDeadline({ ms: limits.admission }, decide)
    const isGuest = allowed === 'guest'
    return isGuest || allowed === true ? { clientId, projectId, isGuest } : { refusal: 403 }
  } catch {
    return { refusal: 503 }
  }
}

const MOST_BUCKETS = 10_000

/**
 * One token bucket a key. Full ones are forgotten, so that the map does not grow with every key ever seen.
 *
 * @param burst most events at once
 * @param perSecond events that come back a second
 */
export function createBuckets(
  burst: number,
  perSecond: number,
  now: () => number,
): { take: (key: string, amount?: number) => boolean } {
  const buckets = new Map<string, TokenBucket>()
  return {
    take(key, amount = 1) {
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= MOST_BUCKETS)
          for (const [other, { isFull }] of buckets) if (isFull()) buckets.delete(other)
        bucket = createTokenBucket(burst, perSecond, now)
        buckets.set(key, bucket)
      }
      return bucket.take(amount)
    },
  }
}

/** Counts what is held at once, by key. */
type Quota = {
  /** Takes one; the function gives it back, once. `undefined` when the key has as many as it may. */
  take: (key: string) => (() => void) | undefined
}

/** @param most how many of one key may be held at once */
export function createQuota(most: number): Quota {
  const held = new Map<string, number>()
  return {
    take(key) {
      const count = held.get(key) ?? 0
      if (count >= most) return undefined
      held.set(key, count + 1)
      let given = false
      return () => {
        if (given) return
        given = true
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    },
  }
}

/** A socket that may be opened. `release` is called once it is over. */
export type Entry = { clientId: string; address: string; release: () => void }

/**
 * Decides who gets a socket: counts by address and project, and asks `admit`.
 *
 * @param addressOf where a caller is counted
 */
export function createGate(
  rules: AdmissionRules,
  addressOf: (request: IncomingMessage) => string,
  countAll: CountAll,
) {
  const { limits, now } = rules
  const upgrades = createBuckets(limits.upgradeBurst, limits.upgradesPerSecond, now)
  const all = createQuota(limits.sockets)
  const addresses = createQuota(limits.socketsPerAddress)
  const projects = createQuota(limits.socketsPerProject)
  const guests = createQuota(limits.socketsOfGuests)
  const most = inAMinute(limits.upgradeBurst, limits.upgradesPerSecond)

  return async function enter(request: IncomingMessage): Promise<{ refusal: RefusalStatus } | Entry> {
    const address = addressOf(request)
    // Before anything that costs: a signature takes a few milliseconds to check.
    if (!upgrades.take(address)) return { refusal: 429 }
    const counted = await countAll(`upgrades:${address}`, 1, most).catch(() => undefined)
    if (!counted) return { refusal: counted === false ? 429 : 503 }
    const held = [all.take(''), addresses.take(address)]
    const release = () => {
      for (const give of held) give?.()
    }
    const admission = held.every(Boolean) ? await admit(rules, request) : { refusal: 429 as const }
    // Guests take no place of the project's own pages.
    if (!('refusal' in admission))
      held.push((admission.isGuest ? guests : projects).take(admission.projectId))
    if (!('refusal' in admission) && held.every(Boolean))
      return { clientId: admission.clientId, address, release }
    release()
    return { refusal: 'refusal' in admission ? admission.refusal : 429 }
  }
}
