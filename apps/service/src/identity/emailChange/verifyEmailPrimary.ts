import { EmailChangeGoneError, type verifyEmailPrimary as route } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { emailChanges } from '../../db/identitySchema.ts'
import { challenges } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { type Challenge, checkCode, useChallenge } from '../codes/checkCode.ts'
import { type CodeOrder, handOver, storeCode } from '../codes/sendCode.ts'
import { admitSend, countSend, giveBackSend } from '../codes/sendLimits.ts'
import { callerOf } from '../devices/callerOf.ts'
import { requireNotFrozen } from '../users/freeze.ts'
import {
  type EmailChange,
  findChange,
  findChangeCode,
  newEmailOf,
  orderOf,
  readAccountEmail,
} from './changeRecords.ts'

/** Uses the code of the present address and stores that of the new one: both or none. */
async function goOn(
  service: ServiceContext,
  change: EmailChange,
  challenge: Challenge,
  order: CodeOrder,
  address: string,
) {
  await admitSend(service, { ...order, address })
  return service.db.transaction(async (transaction) => {
    // Counted first, as wherever a code is sent: in another order two transactions could wait for each other.
    await countSend(service, transaction, order.emailKey)
    await useChallenge(service, transaction, challenge, address)
    const moved = await transaction
      .update(emailChanges)
      .set({ step: 'secondary' })
      .where(and(eq(emailChanges.id, change.id), eq(emailChanges.step, 'primary')))
      .returning({ id: emailChanges.id })
    if (!moved.length) throw new EmailChangeGoneError()
    return storeCode(service, transaction, order)
  })
}

/** Back to where the person was: the right code can be given again. */
async function goBack(service: ServiceContext, change: EmailChange, challenge: Challenge): Promise<void> {
  await service.db.update(emailChanges).set({ step: 'primary' }).where(eq(emailChanges.id, change.id))
  await service.db.update(challenges).set({ usedAt: null }).where(eq(challenges.id, challenge.id))
}

/**
 * Takes the code of the present address, and sends one to the new address.
 *
 * @throws EmailChangeGoneError, AccountFrozenError, those of `checkCode` and those of `countSend`, MailUnavailableError
 */
export async function verifyEmailPrimary(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  const { changeId, code } = call.body
  await requireNotFrozen(service, session.userId)
  const change = await findChange(service, session, changeId)
  const { emailKey } = await readAccountEmail(service, service.db, session.userId)
  if (change.step !== 'primary' || !emailKey) throw new EmailChangeGoneError()
  const challenge = await findChangeCode(service, { emailKey, purpose: 'email-old', jkt: session.jkt })
  await checkCode(service, challenge, code, call.address)
  const email = newEmailOf(service, change)
  const to = { email, emailKey: change.newEmailKey, purpose: 'email-new' as const, caller: callerOf(call) }
  const order = await orderOf(service, session, change, to)
  const stored = await goOn(service, change, challenge, order, call.address)
  const undo = async () => {
    await stored.mail.undo()
    await goBack(service, change, challenge)
    await giveBackSend(service, order.emailKey)
  }
  await handOver(service, { ...stored.mail, undo })
  return { challenge: stored.challenge }
}
