import type { getAccount } from '@latchkey/protocol/http'
import { and, desc, eq, ne } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { grants } from '../db/schema.ts'

type Site = z.output<typeof getAccount.reply>['sites'][number]

/** Sites that the account is connected with, newest first. The wallet's own page is none. */
export async function describeSites(service: ServiceContext, userId: string): Promise<Site[]> {
  const { db, config } = service
  const rows = await db
    .select()
    .from(grants)
    .where(and(eq(grants.userId, userId), ne(grants.origin, config.walletOrigin)))
    .orderBy(desc(grants.createdAt))
    .limit(1_000)
  // A project that is off or gone still has its sites, which one may want to disconnect.
  const names = new Map(config.projects.map(({ id, name }) => [id, name]))
  return rows.map(({ projectId, origin, createdAt }) => ({
    projectId,
    projectName: names.get(projectId) ?? projectId,
    origin,
    connectedAt: createdAt,
  }))
}
