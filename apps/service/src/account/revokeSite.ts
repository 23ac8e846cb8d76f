import type { revokeSite as route } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { grants } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'

/** Disconnects a site. Saying it twice is fine. */
export async function revokeSite(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { userId } = sessionOf(call)
  const { projectId, origin } = call.body
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    const revoked = await transaction
      .delete(grants)
      .where(and(eq(grants.userId, userId), eq(grants.projectId, projectId), eq(grants.origin, origin)))
      .returning({ origin: grants.origin })
    if (revoked.length)
      await audit(transaction, { at, userId, kind: 'site-revoked', facts: { projectId, hostOrigin: origin } })
  })
  return {}
}
