import type { signOut as route } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import { keysets } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { revokeSession } from '../../sessions/sessions.ts'

/** Ends the session. With the device's keyset named, its server share is deleted: the client half is then worthless. */
export async function signOut(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  const { keysetId } = call.body
  await service.db.transaction(async (transaction) => {
    await revokeSession(service, transaction, session.id)
    if (keysetId)
      await transaction
        .delete(keysets)
        .where(
          and(
            eq(keysets.id, keysetId),
            eq(keysets.userId, session.userId),
            eq(keysets.jkt, session.jkt),
            eq(keysets.kind, 'device'),
          ),
        )
    await audit(transaction, { at: service.config.now(), userId: session.userId, kind: 'signed-out' })
  })
  return {}
}
