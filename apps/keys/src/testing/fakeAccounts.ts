import {
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  DeviceGoneError,
  DeviceRejectedError,
  WrongCodeError,
} from '@latchkey/protocol/http'
import { randomId } from '@latchkey/std/randomId'
import { refuse } from './fakeProofs.ts'
import { createFakeSessions, hintOf } from './fakeSessions.ts'

export type FakeChallenge = {
  email: string
  jkt: string
  code: string
  tries: number
  expiresAt: number
  used: boolean
}
type LoginChallenge = FakeChallenge & { hostOrigin: string; purpose: string }
type DeviceRequest = {
  email: string
  hostOrigin: string
  purpose: string
  jkt: string
  expiresAt: number
  answer: 'none' | 'approved' | 'rejected' | 'taken'
}
export const CODE_TIME = 300_000

/** Counts a try, and gives the challenge if the code is right. */
export function checkCode<T extends FakeChallenge>(
  challenge: T | undefined,
  jkt: string,
  code: string,
  now: number,
): T {
  if (!challenge || challenge.used || challenge.jkt !== jkt) return refuse(ChallengeGoneError)
  if (challenge.tries >= 3) refuse(CodeLockedError)
  if (now >= challenge.expiresAt) refuse(CodeExpiredError)
  challenge.tries++
  if (challenge.code !== code)
    refuse(challenge.tries === 3 ? CodeLockedError : WrongCodeError, { triesLeft: 3 - challenge.tries })
  challenge.used = true
  return challenge
}

/** A code of 8 characters that is in the mail's alphabet. */
export const longCode = () =>
  [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32])
    .join('')

/** Challenges and device requests of the fake service, with its users and sessions. */
export function createFakeAccounts(now: () => number) {
  const sessions = createFakeSessions(now)
  const challenges = new Map<string, LoginChallenge>()
  const requests = new Map<string, DeviceRequest>()
  const mails: { email: string; code: string }[] = []
  const settings = { verifyDevices: false }

  const sendCode = (asked: { email: string; hostOrigin: string; purpose: string; jkt: string }) => {
    const challengeId = randomId()
    const long = asked.purpose === 'account' || settings.verifyDevices
    const code = long ? longCode() : String(Math.floor(Math.random() * 1e6)).padStart(6, '0')
    const expiresAt = now() + CODE_TIME
    challenges.set(challengeId, { ...asked, code, tries: 0, expiresAt, used: false })
    mails.push({ email: asked.email, code })
    const codeLength = long ? (8 as const) : (6 as const)
    return { challengeId, codeLength, expiresAt, resendAt: now() + 30_000, emailHint: hintOf(asked.email) }
  }
  const askDevice = (asked: { email: string; hostOrigin: string; purpose: string; jkt: string }) => {
    const challengeId = randomId()
    const expiresAt = now() + 600_000
    requests.set(challengeId, { ...asked, expiresAt, answer: 'none' })
    return {
      challengeId,
      codeLength: 8 as const,
      expiresAt,
      resendAt: now() + 30_000,
      emailHint: hintOf(asked.email),
      action: 'VERIFY_DEVICE' as const,
      deviceNumber: String(10 + (requests.size % 90)),
    }
  }
  return {
    ...sessions,
    mails,
    requests,
    settings,
    start(asked: { email: string; hostOrigin: string; purpose: string; jkt: string }) {
      if (settings.verifyDevices) return askDevice(asked)
      return { ...sendCode(asked), action: 'VERIFY_OTP' as const, deviceNumber: null }
    },
    checkDevice(challengeId: string, jkt: string) {
      const request = requests.get(challengeId)
      if (!request || request.jkt !== jkt || now() >= request.expiresAt) return refuse(DeviceGoneError)
      if (request.answer === 'rejected') refuse(DeviceRejectedError)
      if (request.answer === 'taken') refuse(DeviceGoneError)
      if (request.answer === 'none') return { status: 'pending' as const }
      request.answer = 'taken'
      return { status: 'approved' as const, challenge: sendCode(request) }
    },
    verify(challengeId: string, code: string, jkt: string) {
      const { email, hostOrigin } = checkCode(challenges.get(challengeId), jkt, code, now())
      return sessions.signIn(sessions.userOf(email, email), 'email', jkt, hostOrigin)
    },
  }
}

export type FakeAccounts = ReturnType<typeof createFakeAccounts>
