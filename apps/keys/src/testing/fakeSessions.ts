import {
  ExpiredTokenError,
  type IdentityProvider,
  InvalidTokenError,
  ProofKeyMismatchError,
  RefreshReusedError,
  type Session,
  type Tokens,
} from '@latchkey/protocol/http'
import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import type { FakeFamily, FakeUser } from './FakeFamily.ts'
import { refuse } from './fakeProofs.ts'
import { describeWallet } from './fakeWallets.ts'

const secret = () => encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
export const hintOf = (email: string) => `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`
const ACCESS_TIME = 600_000

const tokensOf = (family: FakeFamily): Tokens => ({
  accessToken: family.access,
  accessExpiresAt: family.accessExpiresAt,
  refreshToken: family.refresh,
})
const sessionOf = ({ user, provider, emailSharedWith }: FakeFamily): Session => ({
  user: {
    id: user.id,
    email: user.email,
    emailHint: user.email === null ? null : hintOf(user.email),
    userName: user.userName,
    provider,
  },
  wallet: user.wallet && describeWallet(user.wallet),
  grants: user.grants,
  ...(emailSharedWith.length > 0 && { emailSharedWith }),
})

/** Users and sessions of the fake service. */
export function createFakeSessions(now: () => number) {
  const users = new Map<string, FakeUser>()
  const families = new Set<FakeFamily>()

  /** @param key e-mail address, or issuer and subject */
  const userOf = (key: string, email: string | null): FakeUser => {
    const made = { id: randomId(), email, userName: null, grants: [], wallet: null, frozen: false }
    const user = users.get(key) ?? made
    users.set(key, user)
    return user
  }
  const signIn = (user: FakeUser, provider: IdentityProvider, jkt: string, hostOrigin: string) => {
    if (!user.grants.includes(hostOrigin)) user.grants.push(hostOrigin)
    const family: FakeFamily = {
      user,
      provider,
      jkt,
      access: secret(),
      accessExpiresAt: now() + ACCESS_TIME,
      refresh: secret(),
      old: new Set(),
      revoked: false,
      authTime: now(),
      emailSharedWith: [],
    }
    families.add(family)
    return { tokens: tokensOf(family), session: sessionOf(family) }
  }
  return {
    users,
    families,
    userOf,
    signIn,
    sessionOf,
    refresh(token: string, jkt: string): Tokens {
      for (const family of families) {
        if (family.old.has(token)) {
          family.revoked = true
          refuse(RefreshReusedError)
        }
        if (family.refresh !== token || family.revoked) continue
        if (family.jkt !== jkt) refuse(ProofKeyMismatchError)
        family.old.add(token)
        family.refresh = secret()
        family.access = secret()
        family.accessExpiresAt = now() + ACCESS_TIME
        return tokensOf(family)
      }
      return refuse(InvalidTokenError)
    },
    authorize(accessToken: string | undefined, jkt: string): FakeFamily {
      const family = [...families].find((one) => one.access === accessToken && !one.revoked)
      if (!family) return refuse(InvalidTokenError)
      if (family.jkt !== jkt) refuse(ProofKeyMismatchError)
      if (now() >= family.accessExpiresAt) refuse(ExpiredTokenError)
      return family
    },
  }
}
