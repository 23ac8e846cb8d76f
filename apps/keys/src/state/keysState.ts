import type { Account } from '@latchkey/protocol'
import type { Challenge, KeysState } from '@latchkey/protocol/keys'
import { accountIdsOf, accountsOf, joinAccounts } from '../accounts/accountIds.ts'
import { type StoredChallenge, type StoredSession, type StoredShare, shareFits } from './storedSession.ts'

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
  const awaiting = live !== null && !granted
  const recovering = awaiting ? null : recoveringSession(input)
  const { number, challenge } = pendingOf(live)
  const known = (complete ?? recovering)?.session
  const unfinished = number === null ? 'awaitingCode' : 'awaitingDevice'
  const settled = complete ? 'signedIn' : recovering ? 'awaitingRecovery' : 'signedOut'
  return {
    status: awaiting ? unfinished : settled,
    user: known?.user ?? null,
    accounts: complete && input.share ? toldAccounts(complete, input.share) : [],
    granted,
    challenge: challenge && toChallenge(challenge),
    device: live && number !== null ? { number, emailHint: live.emailHint, expiresAt: live.expiresAt } : null,
    recovery: recovering?.session.wallet?.recovery ?? [],
    tier: known?.wallet?.tier ?? null,
    persistent: input.persistent,
  }
}

/** Those on record at the service, and those that the wallet has gained since on this device. */
function toldAccounts({ session: { wallet } }: StoredSession, share: StoredShare): Account[] {
  const recorded = wallet?.accounts ?? []
  const all = joinAccounts(accountIdsOf(recorded), share.accounts)
  return [...recorded, ...accountsOf(all.slice(accountIdsOf(recorded).length))]
}

/** A request for the mailbox has a number and no code yet. */
function pendingOf(live: StoredChallenge | null): {
  number: string | null
  challenge: StoredChallenge | null
} {
  const number = live?.action === 'VERIFY_DEVICE' ? live.deviceNumber : null
  return { number, challenge: number === null ? live : null }
}
