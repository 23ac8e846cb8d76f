import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'

export type AppleClient = {
  clientId: string
  teamId: string
  keyId: string
}

/** Apple refuses a secret that lives longer than six months. */
const LONGEST_LIFE = 15_777_000

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const decode = (part: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  return value as Record<string, unknown>
}

/**
 * Makes the client secret that Apple asks for: a JWT (RFC 7519) signed with ES256 by the team's key.
 *
 * @param lifetime seconds
 * @example
 * const secret = signAppleClientSecret(client, privateKey, { audience: issuer })
 */
export function signAppleClientSecret(
  client: AppleClient,
  privateKey: KeyObject | string,
  { audience, lifetime = 300 }: { audience: string; lifetime?: number },
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: client.teamId,
    sub: client.clientId,
    aud: audience,
    iat: now,
    exp: now + lifetime,
  }
  const signed = `${encode({ alg: 'ES256', kid: client.keyId })}.${encode(claims)}`
  const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Checks a client secret as Apple does: algorithm, key id, signature, team, client, audience and life. */
export function isAppleClientSecret(
  secret: string,
  client: AppleClient,
  publicKey: KeyObject,
  audience: string,
): boolean {
  try {
    const [header = '', claims = '', signature = '', ...more] = secret.split('.')
    const { alg, kid } = decode(header)
    const { iss, sub, aud, iat, exp } = decode(claims)
    const now = Date.now() / 1000
    return (
      more.length === 0 &&
      alg === 'ES256' &&
      kid === client.keyId &&
      iss === client.teamId &&
      sub === client.clientId &&
      aud === audience &&
      typeof iat === 'number' &&
      typeof exp === 'number' &&
      iat <= now + 60 &&
      exp > now &&
      exp - iat <= LONGEST_LIFE &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    )
  } catch {
    return false
  }
}
