import { EmailChangeGoneError, EmailTakenError } from '@latchkey/protocol/http'
import { randomId } from '@latchkey/std/randomId'
import type { FakeFamily } from './FakeFamily.ts'
import { CODE_TIME, checkCode, type FakeAccounts, type FakeChallenge, longCode } from './fakeAccounts.ts'
import { refuse } from './fakeProofs.ts'
import { hintOf } from './fakeSessions.ts'

type Change = { userId: string; newEmail: string; step: 'primary' | 'secondary'; challenge: FakeChallenge }

/** Changes of the e-mail address at the fake service: a code to the old address, then one to the new. */
export function createFakeEmailChange(accounts: FakeAccounts, now: () => number) {
  const changes = new Map<string, Change>()
  const mail = (email: string, jkt: string): FakeChallenge => {
    const challenge = { email, jkt, code: longCode(), tries: 0, expiresAt: now() + CODE_TIME, used: false }
    accounts.mails.push({ email, code: challenge.code })
    return challenge
  }
  const wireOf = ({ email, expiresAt }: FakeChallenge) => ({
    challengeId: randomId(),
    codeLength: 8 as const,
    expiresAt,
    resendAt: now() + 30_000,
    emailHint: hintOf(email),
  })
  const changeOf = (family: FakeFamily, changeId: string, step?: Change['step']): Change => {
    const change = changes.get(changeId)
    const isOurs = change?.userId === family.user.id && (!step || change.step === step)
    return isOurs ? change : refuse(EmailChangeGoneError)
  }
  return {
    changes,
    start({ user, jkt }: FakeFamily, newEmail: string) {
      const changeId = randomId()
      const step = user.email === null ? 'secondary' : 'primary'
      const challenge = mail(user.email ?? newEmail, jkt)
      changes.set(changeId, { userId: user.id, newEmail, step, challenge })
      const action = step === 'primary' ? ('VERIFY_PRIMARY_OTP' as const) : ('VERIFY_SECONDARY_OTP' as const)
      return { action, changeId, challenge: wireOf(challenge) }
    },
    primary(family: FakeFamily, changeId: string, code: string) {
      const change = changeOf(family, changeId, 'primary')
      checkCode(change.challenge, family.jkt, code, now())
      change.step = 'secondary'
      change.challenge = mail(change.newEmail, family.jkt)
      return { challenge: wireOf(change.challenge) }
    },
    secondary(family: FakeFamily, changeId: string, code: string) {
      const change = changeOf(family, changeId, 'secondary')
      checkCode(change.challenge, family.jkt, code, now())
      changes.delete(changeId)
      const { newEmail } = change
      if (accounts.users.has(newEmail)) return refuse(EmailTakenError)
      if (family.user.email !== null) accounts.users.delete(family.user.email)
      accounts.users.set(newEmail, family.user)
      family.user.email = newEmail
      return { newEmail, emailHint: hintOf(newEmail) }
    },
    resend(family: FakeFamily, changeId: string) {
      const change = changeOf(family, changeId)
      change.challenge = mail(change.challenge.email, family.jkt)
      return { challenge: wireOf(change.challenge) }
    },
  }
}
