import type { Database } from '../db/Database.ts'
import { callerOf } from '../devices/callerOf.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { accountLink, enqueueNotice } from '../mail/enqueueNotice.ts'
import type { RecoveryChange } from '../mail/renderNotice.ts'
import type { ServiceContext } from '../ServiceContext.ts'

/** Tells the account's owner, in the caller's transaction, that the ways to recover have changed. */
export async function tellRecoveryChange(
  service: ServiceContext,
  db: Database,
  call: Call<unknown>,
  what: RecoveryChange,
): Promise<void> {
  const { userId, projectId } = sessionOf(call)
  const notice = { kind: 'recovery-changed', what, link: accountLink(service, projectId) } as const
  await enqueueNotice(service, db, userId, notice, callerOf(call).locale)
}
