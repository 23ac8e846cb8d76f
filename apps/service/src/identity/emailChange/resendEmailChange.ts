import {
  EmailChangeGoneError,
  MailUnavailableError,
  type resendEmailChange as route,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { type CodeOrder, sendCode } from '../codes/sendCode.ts'
import { admitSend } from '../codes/sendLimits.ts'
import { callerOf } from '../devices/callerOf.ts'
import { requireNotFrozen } from '../users/freeze.ts'
import { findChange, newEmailOf, orderOf, readAccountEmail } from './changeRecords.ts'

/**
 * Sends the code of a change's present step again; the one before works no more.
 *
 * @throws EmailChangeGoneError, AccountFrozenError, MailUnavailableError, and those of `countSend`
 */
export async function resendEmailChange(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  await requireNotFrozen(service, session.userId)
  if (!service.sendMail) throw new MailUnavailableError()
  const change = await findChange(service, session, call.body.changeId)
  const caller = callerOf(call)
  if (change.step === 'secondary') {
    const email = newEmailOf(service, change)
    const to = { email, emailKey: change.newEmailKey, purpose: 'email-new' as const, caller }
    return send(service, await orderOf(service, session, change, to), call.address)
  }
  const { email, emailKey } = await readAccountEmail(service, service.db, session.userId)
  if (!email || !emailKey) throw new EmailChangeGoneError()
  const order = await orderOf(service, session, change, { email, emailKey, purpose: 'email-old', caller })
  return send(service, order, call.address)
}

async function send(service: ServiceContext, order: CodeOrder, address: string) {
  await admitSend(service, { ...order, address })
  return { challenge: await sendCode(service, order) }
}
