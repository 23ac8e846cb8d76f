import * as z from 'zod'
import { keyedHash } from '../../crypto/bytes.ts'
import { type EnvelopeKey, open, seal } from '../../crypto/envelope.ts'
import type { HashKeys } from '../../crypto/serviceKeys.ts'

/** Issuer and subject: together they are the identity (OpenID Connect Core section 5.7). */
const schema = z.strictObject({ issuer: z.string(), subject: z.string() })
export type IdentitySubject = z.output<typeof schema>

type Place = { id: string; userId: string }

const context = ({ id, userId }: Place) => `v1|identity-subject|${userId}|${id}`

/** What an identity is known by under the pepper in force, then under the others. */
export function subjectKeysOf(
  hashKeys: HashKeys,
  { issuer, subject }: IdentitySubject,
): [string, ...string[]] {
  const keyOf = ({ identity }: { identity: Uint8Array }) => keyedHash(identity, issuer, subject)
  return [keyOf(hashKeys), ...hashKeys.others.map(keyOf)]
}

/** Seals who it is for the identity's row: a keyed hash cannot be turned into that of another pepper. */
export const sealSubject = (key: EnvelopeKey, place: Place, { issuer, subject }: IdentitySubject): string =>
  seal(key, context(place), Buffer.from(JSON.stringify({ issuer, subject })))

/**
 * Opens what `sealSubject` made, so that the row can be known by another pepper.
 *
 * @throws EnvelopeError
 */
export function openSubject(key: EnvelopeKey, place: Place, sealed: string): IdentitySubject {
  return schema.parse(JSON.parse(Buffer.from(open(key, context(place), sealed)).toString('utf8')))
}
