import type { getAccount } from '@latchkey/protocol/http'
import { asc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { passkeys } from '../db/identitySchema.ts'
import { type KeysetRow, readMethodKeysets } from '../wallets/methodKeysets.ts'

type Method = z.output<typeof getAccount.reply>['methods'][number]

/** The proven keyset, else the newest. */
const mainOf = (rows: readonly KeysetRow[]) => rows.find(({ provenAt }) => provenAt !== null) ?? rows[0]

function describeCode(rows: readonly KeysetRow[]): Method[] {
  const main = mainOf(rows)
  if (!main || main.methodId === null) return []
  const { methodId: id, label, createdAt: addedAt, provenAt } = main
  return [{ id, kind: 'code', label: label ?? '', addedAt, provenAt, seals: true }]
}

/** Passkeys, whether or not they can seal, and the recovery code. */
export async function describeMethods(
  { db }: ServiceContext,
  userId: string,
  walletId: string | undefined,
): Promise<Method[]> {
  const owned = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
    .limit(15)
  const rows = walletId === undefined ? [] : await readMethodKeysets(db, walletId)
  const sealing = owned.map(({ id, label, createdAt }): Method => {
    const main = mainOf(rows.filter(({ methodId }) => methodId === id))
    const provenAt = main?.provenAt ?? null
    return { id, kind: 'passkey', label, addedAt: createdAt, provenAt, seals: main !== undefined }
  })
  return [...sealing, ...describeCode(rows.filter(({ kind }) => kind === 'code'))]
}
