import type { IncomingMessage } from 'node:http'
import { withDeadline } from '@latchkey/std/deadline'
import { decodeJWT, verifyJWT } from '@walletconnect/relay-auth'
import * as z from 'zod'
import { comparableUrl } from './publicUrl.ts'
import type { RefusalStatus } from './RelayEvent.ts'
import type { RelayLimits } from './RelayLimits.ts'

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

export type Admission = { clientId: string; projectId: string } | { refusal: RefusalStatus }

export type AdmissionRules = {
  audiences: ReadonlySet<string>
  isAllowed: (caller: RelayCaller) => boolean | Promise<boolean>
  limits: RelayLimits
  now: () => number
}

/** What the path of a request is read against. */
const BASE = 'http://relay.invalid'

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
    return allowed === true ? { clientId, projectId } : { refusal: 403 }
  } catch {
    return { refusal: 503 }
  }
}
