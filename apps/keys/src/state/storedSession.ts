import { account, email, foreignText, id128, origin, timestamp } from '@latchkey/protocol'
import { encrypted, session, tokens } from '@latchkey/protocol/http'
import * as z from 'zod/mini'
import { accountIdsOf, joinAccounts } from '../accounts/accountIds.ts'

/** A login as this partition keeps it, encrypted. */
export const storedSession = z.strictObject({
  v: z.literal(1),
  tokens,
  session,
  /** `login`: the service has signed the person in, but the wallet is not on this device yet. `ready`: signed in. */
  stage: z.enum(['login', 'ready']),
  /** What was finished: the challenge of a code, the flow of a social login, a join. */
  loginId: id128,
})

/** A code that was sent, or a device request that the mailbox must answer first, as this partition keeps it, encrypted. */
export const storedChallenge = z.strictObject({
  v: z.literal(1),
  challengeId: id128,
  email,
  /** The site that asked: a code serves no other, even of the same partition. */
  hostOrigin: origin,
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
  codeLength: z.union([z.literal(6), z.literal(8)]),
  expiresAt: timestamp,
  resendAt: timestamp,
  emailHint: foreignText(254),
  locale: z.optional(z.string().check(z.maxLength(35))),
  /** With VERIFY_DEVICE: what the approval page shows too. */
  deviceNumber: z.nullable(z.string().check(z.regex(/^[0-9]{2}$/))),
  /** The service takes no more tries: only a new code helps. */
  spent: z.boolean(),
})

const shareFields = {
  userId: id128,
  walletId: id128,
  keysetId: id128,
  deviceId: id128,
  clientShare: encrypted,
}
/** CAIP-10. */
const accountId = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))
const currentStoredShare = z.strictObject({
  v: z.literal(2),
  ...shareFields,
  accounts: z.array(accountId).check(z.minLength(1), z.maxLength(16)),
})

/**
 * The client half of the key and what it belongs to. Only the half is secret, and it is encrypted by the vault. Records of
 * version 1 hold their accounts as the service tells of them.
 */
export const storedShare = z.union([
  currentStoredShare,
  z.strictObject({
    v: z.literal(1),
    ...shareFields,
    accounts: z.array(account).check(z.minLength(1), z.maxLength(16)),
  }),
])

export type StoredSession = z.output<typeof storedSession>
export type StoredChallenge = z.output<typeof storedChallenge>
export type StoredShare = z.output<typeof currentStoredShare>

/** A share as it is held, whatever the version of its record. */
export const currentShare = (share: z.output<typeof storedShare>): StoredShare =>
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
