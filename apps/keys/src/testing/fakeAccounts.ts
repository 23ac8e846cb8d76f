import {
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  ExpiredTokenError,
  InvalidTokenError,
  ProofKeyMismatchError,
  RefreshReusedError,
  type Session,
  type Tokens,
  WrongCodeError,
} from '@latchkey/protocol/http'
import { encodeBase64url, randomId } from '../base64url.ts'
import { refuse } from './fakeProofs.ts'
import type { FakeWallet } from './fakeWallets.ts'

export type FakeUser = { id: string; email: string; grants: string[]; wallet: FakeWallet | null }
type Challenge = {
  email: string
  hostOrigin: string
  jkt: string
  code: string
  tries: number
  expiresAt: number
  used: boolean
}
type Family = {
  user: FakeUser
  jkt: string
  access: string
  accessExpiresAt: number
  refresh: string
  old: Set<string>
  revoked: boolean
  authTime: number
}

const secret = () => encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
const hintOf = (email: string) => `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`
const ACCESS_TIME = 600_000

const tokensOf = (family: Family): Tokens => ({
  accessToken: family.access,
  accessExpiresAt: family.accessExpiresAt,
  refreshToken: family.refresh,
})
const sessionOf = ({ id, email, wallet, grants }: FakeUser): Session => ({
  user: { id, email, emailHint: hintOf(email) },
  wallet: wallet && { id: wallet.id, status: wallet.status, accounts: wallet.accounts },
  grants,
})

function check(challenge: Challenge | undefined, jkt: string, code: string, now: number): Challenge {
  if (!challenge || challenge.used || challenge.jkt !== jkt) return refuse(ChallengeGoneError)
  if (challenge.tries >= 3) refuse(CodeLockedError)
  if (now >= challenge.expiresAt) refuse(CodeExpiredError)
  challenge.tries++
  if (challenge.code !== code)
    refuse(challenge.tries === 3 ? CodeLockedError : WrongCodeError, { triesLeft: 3 - challenge.tries })
  return challenge
}

/** Users, challenges and sessions of the fake service. */
export function createFakeAccounts(now: () => number) {
  const users = new Map<string, FakeUser>()
  const challenges = new Map<string, Challenge>()
  const families = new Set<Family>()
  const mails: { email: string; code: string }[] = []

  const userOf = (email: string): FakeUser => {
    const user = users.get(email) ?? { id: randomId(), email, grants: [], wallet: null }
    users.set(email, user)
    return user
  }
  return {
    mails,
    families,
    users,
    sessionOf,
    start(email: string, hostOrigin: string, jkt: string) {
      const challengeId = randomId()
      const code = String(Math.floor(Math.random() * 1e6)).padStart(6, '0')
      const expiresAt = now() + 300_000
      challenges.set(challengeId, { email, hostOrigin, jkt, code, tries: 0, expiresAt, used: false })
      mails.push({ email, code })
      return {
        action: 'VERIFY_OTP' as const,
        challengeId,
        codeLength: 6 as const,
        expiresAt,
        resendAt: now() + 30_000,
        emailHint: hintOf(email),
      }
    },
    verify(challengeId: string, code: string, jkt: string) {
      const challenge = check(challenges.get(challengeId), jkt, code, now())
      challenge.used = true
      const user = userOf(challenge.email)
      if (!user.grants.includes(challenge.hostOrigin)) user.grants.push(challenge.hostOrigin)
      const family: Family = {
        user,
        jkt,
        access: secret(),
        accessExpiresAt: now() + ACCESS_TIME,
        refresh: secret(),
        old: new Set(),
        revoked: false,
        authTime: now(),
      }
      families.add(family)
      return { tokens: tokensOf(family), session: sessionOf(user) }
    },
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
    authorize(accessToken: string | undefined, jkt: string): Family {
      const family = [...families].find((one) => one.access === accessToken && !one.revoked)
      if (!family) return refuse(InvalidTokenError)
      if (family.jkt !== jkt) refuse(ProofKeyMismatchError)
      if (now() >= family.accessExpiresAt) refuse(ExpiredTokenError)
      return family
    },
  }
}

export type FakeFamily = Family
