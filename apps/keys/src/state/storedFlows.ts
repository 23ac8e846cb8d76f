import { email, foreignText, id128, origin, timestamp } from '@latchkey/protocol'
import { codeSent } from '@latchkey/protocol/http'
import * as z from 'zod/mini'

/** A social login that this partition began. */
export const storedFlow = z.strictObject({
  kind: z.enum(['social', 'farcaster']),
  flowId: id128,
  purpose: z.enum(['login', 'link']),
  /** The site that asked: a result serves no other, even of the same partition. */
  hostOrigin: origin,
  expiresAt: timestamp,
  /** Farcaster's deep link, so that a reload draws the same one. */
  uri: z.nullable(foreignText(4096)),
})

/** More than one, so that two tabs do not take each other's sign-in away. */
export const MAX_FLOWS = 8

/** The social logins under way, as this partition keeps them, encrypted; the newest is the last. */
export const storedFlows = z.strictObject({
  v: z.literal(1),
  flows: z.array(storedFlow).check(z.maxLength(MAX_FLOWS)),
})

/** A change of the e-mail address under way, as this partition keeps it, encrypted. */
export const storedEmailChange = z.strictObject({
  v: z.literal(1),
  changeId: id128,
  userId: id128,
  hostOrigin: origin,
  newEmail: email,
  step: z.enum(['primary', 'secondary']),
  challenge: codeSent,
  startedAt: timestamp,
})

const cryptoKey = z.custom<CryptoKey>((value) => value instanceof CryptoKey)

/** A join that this device asked for. Its private key cannot be exported, so the record needs no encryption. */
export const storedJoin = z.strictObject({
  v: z.literal(1),
  joinId: id128,
  hostOrigin: origin,
  number: z.string().check(z.regex(/^[0-9]{2}$/)),
  expiresAt: timestamp,
  /** Of the key pair, as it stands in the address of the other window. */
  publicKey: z.string().check(z.maxLength(128)),
  keyPair: z.strictObject({ privateKey: cryptoKey, publicKey: cryptoKey }),
})

export type StoredFlow = z.output<typeof storedFlow>
export type StoredFlows = z.output<typeof storedFlows>
export type StoredEmailChange = z.output<typeof storedEmailChange>
export type StoredJoin = z.output<typeof storedJoin>
