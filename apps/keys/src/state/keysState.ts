import { account, email, foreignText, id128, origin, timestamp } from '@latchkey/protocol'
import { encrypted, session, tokens } from '@latchkey/protocol/http'
import type { Challenge, KeysState } from '@latchkey/protocol/keys'
import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { accountIdsOf, accountsOf, joinAccounts } from '../accounts/accountIds.ts'

/** A login as this partition keeps it, encrypted. */
export const storedSession = /* @__PURE__ */ once(() =>
  z.strictObject({
    v: z.literal(1),
    tokens: tokens(),
    session: session(),
    /** `login`: the service has signed the person in, but the wallet is not on this device yet. `ready`: signed in. */
    stage: z.enum(['login', 'ready']),
    /** What was finished: the challenge of a code, the flow of a social login, a join. */
    loginId: id128(),
  }),
)

/** A code that was sent, or a device request that the mailbox must answer first, as this partition keeps it, encrypted. */
export const storedChallenge = /* @__PURE__ */ once(() =>
  z.strictObject({
    v: z.literal(1),
    challengeId: id128(),
    email: email(),
    /** The site that asked: a code serves no other, even of the same partition. */
    hostOrigin: origin(),
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
    codeLength: z.union([z.literal(6), z.literal(8)]),
    expiresAt: timestamp(),
    resendAt: timestamp(),
    emailHint: foreignText(254),
    locale: z.optional(z.string().check(z.maxLength(35))),
    /** With VERIFY_DEVICE: what the approval page shows too. */
    deviceNumber: z.nullable(z.string().check(z.regex(/^[0-9]{2}$/))),
    /** The service takes no more tries: only a new code helps. */
    spent: z.boolean(),
  }),
)

const shareFields = () => ({
  userId: id128(),
  walletId: id128(),
  keysetId: id128(),
  deviceId: id128(),
  clientShare: encrypted(),
})
/** CAIP-10. */
const accountId = () =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))
const currentStoredShare = /* @__PURE__ */ once(() =>
  z.strictObject({
    v: z.literal(2),
    ...shareFields(),
    accounts: z.array(accountId()).check(z.minLength(1), z.maxLength(16)),
  }),
)

/**
 * The client half of the key and what it belongs to. Only the half is secret, and it is encrypted by the vault. Records of
 * version 1 hold their accounts as the service tells of them.
 */
export const storedShare = /* @__PURE__ */ once(() =>
  z.union([
    currentStoredShare(),
    z.strictObject({
      v: z.literal(1),
      ...shareFields(),
      accounts: z.array(account()).check(z.minLength(1), z.maxLength(16)),
    }),
  ]),
)

export type StoredSession = z.output<ReturnType<typeof storedSession>>
export type StoredChallenge = z.output<ReturnType<typeof storedChallenge>>
export type StoredShare = z.output<ReturnType<typeof currentStoredShare>>

/** A share as it is held, whatever the version of its record. */
export const currentShare = (share: z.output<ReturnType<typeof storedShare>>): StoredShare =>
  share.v === 2 ? share : { ...share, v: 2, accounts: accountIdsOf(share.accounts) }

/** Whether the share opens the session's wallet on this device. */
export function shareFits(
  share: StoredShare | null,
  { user, wallet }: StoredSession['session'],
): share is StoredShare {
  if (!share || !wallet || share.userId !== user.id || share.walletId !== wallet.id) return false
  const recorded = accountIdsOf(wallet.accounts)
  return recorded.length > 0 && joinAccounts(share.accounts, recorded).length === share.accounts.length
}

/** A code that has expired stays on the screen this long, so that a new one can be asked for; in ms. */
export const CHALLENGE_GRACE = 10 * 60_000

export type StateInput = {
  session: StoredSession | null
  challenge: StoredChallenge | null
  share: StoredShare | null
  hostOrigin: string
  persistent: boolean
  /** ms since the epoch */
  now: number
}

/** The challenge, if it was sent for this site and is not long over. */
export function liveChallenge(
  input: Pick<StateInput, 'challenge' | 'hostOrigin' | 'now'>,
): StoredChallenge | null {
  const { challenge, hostOrigin, now } = input
  if (!challenge || challenge.hostOrigin !== hostOrigin) return null
  return now < challenge.expiresAt + CHALLENGE_GRACE ? challenge : null
}

/** The session, if the wallet is active and its share is on this device: less is not signed in. */
export function completeSession({
  session,
  share,
}: Pick<StateInput, 'session' | 'share'>): StoredSession | null {
  if (session?.stage !== 'ready' || session.session.wallet?.status !== 'active') return null
  return shareFits(share, session.session) ? session : null
}

/** A login of this site that waits for its protected wallet. */
export function recoveringSession({
  session,
  hostOrigin,
}: Pick<StateInput, 'session' | 'hostOrigin'>): StoredSession | null {
  if (session?.stage !== 'login' || !session.session.grants.includes(hostOrigin)) return null
  const { wallet } = session.session
  return wallet?.status === 'active' && wallet.tier === 'protected' ? session : null
}

export const toChallenge = (challenge: Challenge): Challenge => ({
  emailHint: challenge.emailHint,
  codeLength: challenge.codeLength,
  expiresAt: challenge.expiresAt,
  resendAt: challenge.resendAt,
})

/**
 * What the frame is told. A code for this site wins over a session that this site has no grant for.
 *
 * @example toKeysState({ session: null, challenge: null, … }).status // 'signedOut'
 */
export function toKeysState(input: StateInput): KeysState {
  const live = liveChallenge(input)
  const complete = completeSession(input)
  const granted = complete?.session.grants.includes(input.hostOrigin) ?? false
  const emailShared = granted && (complete?.session.emailSharedWith?.includes(input.hostOrigin) ?? false)
  const awaiting = live !== null && !granted
  const recovering = awaiting ? null : recoveringSession(input)
  const { number, challenge } = pendingOf(live)
  const known = (complete ?? recovering)?.session
  const unfinished = number === null ? 'awaitingCode' : 'awaitingDevice'
  const settled = complete ? 'signedIn' : recovering ? 'awaitingRecovery' : 'signedOut'
  return {
    status: awaiting ? unfinished : settled,
    user: known?.user ?? null,
    // Those that the key has given, and none by the service's word alone: `shareFits` has seen that all on record are there.
    accounts: complete && input.share ? accountsOf(input.share.accounts) : [],
    granted,
    emailShared,
    challenge: challenge && toChallenge(challenge),
    device: live && number !== null ? { number, emailHint: live.emailHint, expiresAt: live.expiresAt } : null,
    recovery: recovering?.session.wallet?.recovery ?? [],
    tier: known?.wallet?.tier ?? null,
    persistent: input.persistent,
  }
}

/** A request for the mailbox has a number and no code yet. */
function pendingOf(live: StoredChallenge | null): {
  number: string | null
  challenge: StoredChallenge | null
} {
  const number = live?.action === 'VERIFY_DEVICE' ? live.deviceNumber : null
  return { number, challenge: number === null ? live : null }
}
