import type { SiwxProof } from '@latchkey/protocol/http'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { randomId, randomToken, sha256 } from '../crypto/bytes.ts'
import type { Database } from '../db/Database.ts'
import { siwxSessions } from '../db/schema.ts'

/** EVM addresses are the same in any case; they are kept and looked up in small letters. */
export const normalAddress = (address: string): string =>
  /^0x[0-9a-fA-F]{40}$/.test(address) ? address.toLowerCase() : address

export type SiwxSessionRow = typeof siwxSessions.$inferSelect

/** Most sessions that a list shows; more are there only after a hundred sign-ins within their lifetime. */
const MOST_LISTED = 100

/** Begins a session. Only the hash of its token is kept. */
export async function beginSiwxSession(
  service: ServiceContext,
  db: Database,
  login: {
    projectId: string
    origin: string
    domain: string
    address: string
    chainId: string
    proof: SiwxProof
    expiresAt: number
  },
): Promise<{ session: SiwxSessionRow; token: string }> {
  const token = randomToken()
  const session: SiwxSessionRow = {
    ...login,
    id: randomId(),
    tokenHash: sha256(token),
    addressKey: normalAddress(login.address),
    issuedAt: service.config.now(),
  }
  await db.insert(siwxSessions).values(session)
  return { session, token }
}

/** The live session of a token, or undefined. */
export async function findSiwxSession(
  { db, config }: ServiceContext,
  token: string,
): Promise<SiwxSessionRow | undefined> {
  const [row] = await db
    .select()
    .from(siwxSessions)
    .where(and(eq(siwxSessions.tokenHash, sha256(token)), gt(siwxSessions.expiresAt, config.now())))
  return row
}

/** `chainId`: that network's sessions alone. */
type Owner = { projectId: string; address: string; chainId?: string }

/**
 * What a session may see and end: all of its address when the account's own key has signed, else those of its own network:
 * at the same address of another there may be somebody else's contract.
 */
export const ownerOf = ({ projectId, address, chainId, proof }: SiwxSessionRow): Owner => ({
  projectId,
  address,
  ...(proof === 'key' ? {} : { chainId }),
})

const ofOwner = ({ projectId, address, chainId }: Owner, now: number) =>
  and(
    eq(siwxSessions.projectId, projectId),
    eq(siwxSessions.addressKey, normalAddress(address)),
    gt(siwxSessions.expiresAt, now),
    chainId === undefined ? undefined : eq(siwxSessions.chainId, chainId),
  )

/** Live sessions of an account within a project, newest first. */
export const listOfOwner = ({ db, config }: ServiceContext, owner: Owner): Promise<SiwxSessionRow[]> =>
  db
    .select()
    .from(siwxSessions)
    .where(ofOwner(owner, config.now()))
    .orderBy(desc(siwxSessions.issuedAt))
    .limit(MOST_LISTED)

/** One live session of an account, or undefined. */
export async function findOfOwner(
  { db, config }: ServiceContext,
  owner: Owner,
  id: string,
): Promise<SiwxSessionRow | undefined> {
  const [row] = await db
    .select()
    .from(siwxSessions)
    .where(and(ofOwner(owner, config.now()), eq(siwxSessions.id, id)))
  return row
}

/** Ends a session: its token works no more. */
export async function endSiwxSession({ db }: ServiceContext, id: string): Promise<void> {
  await db.delete(siwxSessions).where(eq(siwxSessions.id, id))
}
