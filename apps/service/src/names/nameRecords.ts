import {
  coinTypeOf,
  type getName,
  hasCoinType,
  NameNotFoundError,
  NameOwnedError,
  NameTakenError,
} from '@latchkey/protocol/http'
import { and, eq, inArray } from 'drizzle-orm'
import { getAddress } from 'viem'
import type * as z from 'zod/mini'
import type { Chain } from '../config/chains.ts'
import type { NameSettings } from '../config/nameSettings.ts'
import type { Database } from '../db/Database.ts'
import { accountNames } from '../db/namesSchema.ts'
import type { NameParts } from './nameRules.ts'

/** A name that somebody has. */
export type NameRow = Omit<typeof accountNames.$inferSelect, 'account'> & { account: string }
type Record = z.output<(typeof getName)['reply']>

const wholeName = ({ label, zone }: NameParts): string => `${label}.${zone}`

/** Who has a name; null: nobody, or somebody who is gone. */
export async function findName(db: Database, parts: NameParts): Promise<NameRow | null> {
  const [row] = await db
    .select()
    .from(accountNames)
    .where(eq(accountNames.name, wholeName(parts)))
  return row?.account ? { ...row, account: row.account } : null
}

/** The names of an account, that of the current zone first. */
export async function namesOf(
  db: Database,
  account: string,
  zones: NameSettings['zones'],
): Promise<NameRow[]> {
  const rows = await db.select().from(accountNames).where(eq(accountNames.account, account.toLowerCase()))
  return zones.flatMap((zone) => {
    const row = rows.find((one) => one.zone === zone)
    return row?.account ? [{ ...row, account: row.account }] : []
  })
}

/** Which of some labels stand in any zone, whoever has or had them. */
export async function takenLabels(db: Database, labels: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ label: accountNames.label })
    .from(accountNames)
    .where(inArray(accountNames.label, [...labels]))
  return new Set(rows.map(({ label }) => label))
}

/**
 * Whether an account may have a name: nobody else has or had its label in any zone, for the two would be taken for one,
 * and the account has none in that zone. One that has this very name may ask for it again.
 *
 * @throws NameTakenError, NameOwnedError
 */
export async function requireFree(db: Database, parts: NameParts, account: string): Promise<void> {
  const rows = await db.select().from(accountNames).where(eq(accountNames.label, parts.label))
  if (rows.some((row) => row.account !== account)) throw new NameTakenError()
  if (rows.some(({ zone }) => zone === parts.zone)) return
  const { zone } = accountNames
  const owned = await db
    .select({ name: accountNames.name })
    .from(accountNames)
    .where(and(eq(accountNames.account, account), eq(zone, parts.zone)))
  if (owned.length > 0) throw new NameOwnedError()
}

/**
 * Writes a name down; of any number who want it at one moment one gets it. Its owner may say it twice, for the first answer
 * may have been lost; where the name holds stays as it is.
 *
 * @throws NameTakenError
 */
export async function giveName(
  db: Database,
  parts: NameParts,
  owner: { account: string; coinType: number | null; createdAt: number },
): Promise<void> {
  const given = await db
    .insert(accountNames)
    .values({ name: wholeName(parts), ...parts, ...owner })
    .onConflictDoNothing()
    .returning({ name: accountNames.name })
  if (given.length > 0) return
  const held = await findName(db, parts)
  const isOwn = held?.account === owner.account && [null, owner.coinType].includes(held.coinType)
  if (!isOwn) throw new NameTakenError()
}

/** Takes accounts out of their names. The names stay taken: what is sent to them must reach nobody else. */
export async function forgetOwners(db: Database, accounts: readonly string[]): Promise<void> {
  await db
    .update(accountNames)
    .set({ account: null })
    .where(
      inArray(
        accountNames.account,
        accounts.map((one) => one.toLowerCase()),
      ),
    )
}

/** The account that a name stands for on a network; null where it stands for none there. */
export const addressFor = ({ account, coinType }: NameRow, asked: number): `0x${string}` | null =>
  coinType === null || coinType === asked ? getAddress(account) : null

/** A name in the words of the contract; a network without a coin type has no place in it. @throws NameNotFoundError */
export function describeName(row: NameRow | null, chains: Iterable<Chain>): Record {
  if (!row) throw new NameNotFoundError()
  const created = new Date(row.createdAt).toISOString()
  const coins = new Set([
    coinTypeOf(1),
    ...[...chains].flatMap(({ id }) => (hasCoinType(id) ? [coinTypeOf(id)] : [])),
    ...(row.coinType ? [row.coinType] : []),
  ])
  const told = [...coins].flatMap((coin) => {
    const address = addressFor(row, coin)
    return address ? [[String(coin), { address, created }] as const] : []
  })
  return { name: row.name, registered_at: created, addresses: Object.fromEntries(told), attributes: {} }
}
