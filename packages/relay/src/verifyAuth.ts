import { decodeJWT, verifyJWT } from '@walletconnect/relay-auth'
import * as z from 'zod'
import { comparableUrl } from './publicUrl.ts'

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
export async function verifyAuth(
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
