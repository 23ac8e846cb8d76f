import { SignInNonceError } from '@latchkey/protocol/http'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, keyedHash } from '../crypto/bytes.ts'
import type { Database } from '../db/Database.ts'
import { usedProofs } from '../db/schema.ts'

/** What a nonce is bound to. `account` is CAIP-10, or null when no account was named. */
export type NonceBinding = { projectId: string; origin: string; account: string | null }

/**
 * The note of a use outlives the nonce by this much, ms: between the check of a nonce and its use lie calls to a node, and
 * clocks of two processes differ.
 */
const MARGIN = 120_000

export type SiwxNonce = { nonce: string; token: string; expiresAt: number }

/** The token tells by itself that the nonce is ours, for whom, and until when: nothing is kept until it is used. */
function tokenOf(key: Uint8Array, nonce: string, binding: NonceBinding, expiresAt: number) {
  const { projectId, origin, account } = binding
  const parts = ['siwx', nonce, projectId, origin, account ?? '', String(expiresAt)]
  return `${expiresAt.toString(36)}.${keyedHash(key, ...parts)}`
}

/** Makes a nonce of 128 random bits, for one origin and, where it is named, one account. */
export function issueNonce(service: ServiceContext, binding: NonceBinding): SiwxNonce {
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const expiresAt = service.config.now() + service.limits.nonceLifetime
  return { nonce, token: tokenOf(service.hashKeys.nonce, nonce, binding, expiresAt), expiresAt }
}

/**
 * Checks that a nonce was given to this origin, for this account or for none in particular.
 *
 * @returns under which name its use is to be written down, and until when
 * @throws SignInNonceError
 */
export function checkNonce(
  service: ServiceContext,
  presented: { nonce: string; token: string; projectId: string; origin: string; account: string },
): { use: string; expiresAt: number } {
  const { nonce, token, projectId, origin, account } = presented
  const expiresAt = Number.parseInt(token.split('.')[0] ?? '', 36)
  const matches = (bound: string | null) =>
    [service.hashKeys, ...service.hashKeys.others].some(({ nonce: key }) =>
      equalsInConstantTime(token, tokenOf(key, nonce, { projectId, origin, account: bound }, expiresAt)),
    )
  if (!(expiresAt > service.config.now())) throw new SignInNonceError()
  if (matches(account)) return { use: `siwx:${nonce}`, expiresAt }
  // Asked for before the wallet was known: it serves each network once.
  const network = account.slice(0, account.lastIndexOf(':'))
  if (matches(null)) return { use: `siwx:${nonce}:${network}`, expiresAt }
  throw new SignInNonceError()
}

/**
 * Writes the use of a nonce down; of any number at the same moment one succeeds.
 *
 * @param db the transaction that begins the session
 * @throws SignInNonceError when it was used before
 */
export async function spendNonce(db: Database, { use, expiresAt }: { use: string; expiresAt: number }) {
  const spent = await db
    .insert(usedProofs)
    .values({ id: use, expiresAt: expiresAt + MARGIN })
    .onConflictDoNothing()
    .returning({ id: usedProofs.id })
  if (spent.length === 0) throw new SignInNonceError()
}
