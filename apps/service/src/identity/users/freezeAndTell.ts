import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { accountLink, enqueueNotice } from './enqueueNotice.ts'
import { freezeAccount } from './freeze.ts'

/** Freezes an account after its owner's report, in the caller's transaction, and tells the owner how to lift it. */
export async function freezeAndTell(
  service: ServiceContext,
  db: Database,
  { userId, projectId, locale }: { userId: string; projectId: string; locale: string | undefined },
): Promise<void> {
  await freezeAccount(service, db, userId)
  await audit(db, { at: service.config.now(), userId, kind: 'account-frozen' })
  const notice = { kind: 'frozen' as const, link: accountLink(service, projectId) }
  await enqueueNotice(service, db, userId, notice, locale)
}
