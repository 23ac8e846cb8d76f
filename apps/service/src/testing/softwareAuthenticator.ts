import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '@latchkey/protocol/http'
import { toBase64url } from '../crypto/bytes.ts'
import { KEYS } from './createTestService.ts'

/** What a ceremony says; a test changes one thing at a time. */
export type Ceremony = {
  challenge: string
  /** The page at the top; undefined: the browser tells none. */
  topOrigin?: string | undefined
  origin?: string
  type?: string
  crossOrigin?: boolean | undefined
  rpId?: string
  /** User present, user verified, attested credential data. */
  flags?: number
  counter?: number
  userHandle?: string | null
  credentialId?: string
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** The few forms of CBOR (RFC 8949) that WebAuthn needs. */
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

function cosePublicKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  )
}

function writeClientData(ceremony: Ceremony, type: string): Buffer {
  const { challenge, topOrigin, origin = KEYS } = ceremony
  const crossOrigin = 'crossOrigin' in ceremony ? ceremony.crossOrigin : true
  return Buffer.from(
    JSON.stringify({ type: ceremony.type ?? type, challenge, origin, crossOrigin, topOrigin }),
  )
}

function writeAuthenticatorData(ceremony: Ceremony, flags: number, attested = Buffer.alloc(0)): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(ceremony.counter ?? 0)
  const rpId = ceremony.rpId ?? new URL(KEYS).hostname
  return Buffer.concat([sha256(rpId), Buffer.from([ceremony.flags ?? flags]), counter, attested])
}

/** One passkey in software: a P-256 key that registers and signs as an authenticator does (WebAuthn level 3). */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = toBase64url(rawId)

  function register(ceremony: Ceremony): Attestation {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(rawId.length)
    const attested = Buffer.concat([
      Buffer.alloc(16),
      length,
      rawId,
      cosePublicKey(publicKey.export({ format: 'jwk' })),
    ])
    const flags = FLAGS.present | FLAGS.verified | FLAGS.attested
    const authData = writeAuthenticatorData(ceremony, flags, attested)
    const attestationObject = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(authData)],
    )
    const shownId = ceremony.credentialId ?? id
    return {
      id: shownId,
      rawId: shownId,
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(writeClientData(ceremony, 'webauthn.create')),
        attestationObject: toBase64url(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  function authenticate(ceremony: Ceremony & { userHandle: string | null }): Assertion {
    const clientData = writeClientData(ceremony, 'webauthn.get')
    const authenticatorData = writeAuthenticatorData(ceremony, FLAGS.present | FLAGS.verified)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
    const shownId = ceremony.credentialId ?? id
    return {
      id: shownId,
      rawId: shownId,
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(clientData),
        authenticatorData: toBase64url(authenticatorData),
        signature: toBase64url(signature),
        userHandle: ceremony.userHandle,
      },
    }
  }

  return { id, register, authenticate }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
