import type { KeysContext } from '../state/KeysContext.ts'
import { dropLogin } from './completeLogin.ts'
import { emailChangeRecord } from './emailChange.ts'
import { dropFlows } from './flows.ts'
import { dropJoin, readJoin } from './joinRecord.ts'
import { readLive } from './requestCode.ts'

/** Forgets what this site has under way: a code, a device request, social logins, a join, a login that is not finished. */
export async function giveUp(context: KeysContext): Promise<void> {
  const { partition, hostOrigin } = context
  if (await readLive(context)) await partition.challenges.remove()
  await dropFlows(context)
  const join = await readJoin(context)
  if (join) await dropJoin(context, join.joinId)
  const session = (await partition.sessions.read())?.value.session
  if (session?.grants.includes(hostOrigin)) await dropLogin(context)
  const changes = emailChangeRecord(context)
  if ((await changes.read())?.value.hostOrigin === hostOrigin) await changes.remove()
  await context.changed()
}
