import type { ServiceContext } from '../context/ServiceContext.ts'
import type { Database } from '../db/Database.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { callerOf } from '../identity/devices/callerOf.ts'
import { accountLink, enqueueNotice } from '../identity/users/enqueueNotice.ts'
import type { RecoveryChange } from '../mail/mails.ts'

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
