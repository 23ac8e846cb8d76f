import {
  EmailChangeGoneError,
  MailUnavailableError,
  type resendEmailChange as resendEmailChangeRoute,
  SameEmailError,
  type startEmailChange as startEmailChangeRoute,
} from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { keyedHash, randomId } from '../../crypto/bytes.ts'
import { seal } from '../../crypto/envelope.ts'
import { audit } from '../../db/audit.ts'
import { emailChanges } from '../../db/identitySchema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { accountText, normalizeEmail } from '../../mail/normalizeEmail.ts'
import type { ActiveSession } from '../../sessions/sessions.ts'
import { type CodeOrder, handOver, type StoredCode, sendCode, storeCode } from '../codes/codes.ts'
import { admitSend, countSend, giveBackSend } from '../codes/sendLimits.ts'
import { callerOf } from '../devices/callerOf.ts'
import { requireAccountPage, requireNotFrozen } from '../users/freeze.ts'
import {
  type AccountEmail,
  changeContext,
  type EmailChange,
  findChange,
  newEmailOf,
  orderOf,
  readAccountEmail,
} from './changeRecords.ts'

type Body = z.output<typeof startEmailChangeRoute.body>

/** The address that signs in at present. */
type Present = { email: string; emailKey: string }

const presentOf = ({ email, emailKey }: AccountEmail): Present | null =>
  email !== null && emailKey !== null ? { email, emailKey } : null

function describeChange(
  service: ServiceContext,
  session: ActiveSession,
  body: Body,
  present: Present | null,
) {
  const { config, limits, hashKeys, recordKey } = service
  const email = normalizeEmail(body.email)
  if (present && accountText(present.email) === accountText(email)) throw new SameEmailError()
  const now = config.now()
  const id = randomId()
  const change: EmailChange = {
    userId: session.userId,
    id,
    jkt: session.jkt,
    step: present ? 'primary' : 'secondary',
    newEmailSealed: seal(recordKey, changeContext(id), Buffer.from(email)),
    newEmailKey: keyedHash(hashKeys.email, accountText(email)),
    locale: body.locale ?? null,
    createdAt: now,
    expiresAt: now + limits.emailChangeLifetime,
  }
  return { change, email }
}

/** Stores the change, in the place of an earlier one, and its first code; both or none. */
async function storeChange(
  service: ServiceContext,
  change: EmailChange,
  order: CodeOrder,
  address: string,
): Promise<StoredCode> {
  const { userId, ...row } = change
  await admitSend(service, { ...order, address })
  return service.db.transaction(async (transaction) => {
    await countSend(service, transaction, order)
    await transaction
      .insert(emailChanges)
      .values(change)
      .onConflictDoUpdate({ target: emailChanges.userId, set: row })
    await audit(transaction, { at: change.createdAt, userId, kind: 'email-change-started' })
    return storeCode(service, transaction, order)
  })
}

/**
 * Starts a change of the e-mail address, from the account page alone. The present address is asked first, if one signs in.
 * Whether the new address belongs to somebody is not looked at: only its mailbox may learn that.
 *
 * @throws AccountPageOnlyError, AccountFrozenError, SameEmailError, FreshLoginRequiredError, MailUnavailableError, and those of `countSend`
 */
export async function startEmailChange(
  service: ServiceContext,
  call: Call<Body>,
): Promise<z.output<typeof startEmailChangeRoute.reply>> {
  const session = sessionOf(call)
  await requireNotFrozen(service, session.userId)
  requireAccountPage(service, session)
  if (!service.sendMail) throw new MailUnavailableError()
  const present = presentOf(await readAccountEmail(service, service.db, session.userId))
  const { change, email } = describeChange(service, session, call.body, present)
  const to = present
    ? { ...present, purpose: 'email-old' as const }
    : { email, emailKey: change.newEmailKey, purpose: 'email-new' as const }
  const order = await orderOf(service, session, change, { ...to, caller: callerOf(call) })
  const { challenge, mail } = await storeChange(service, change, order, call.address)
  const undo = async () => {
    await mail.undo()
    await service.db.delete(emailChanges).where(eq(emailChanges.id, change.id))
    await giveBackSend(service, order)
  }
  await handOver(service, { ...mail, undo })
  const action = present ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
  return { action, changeId: change.id, challenge }
}

/**
 * Sends the code of a change's present step again; the one before works no more.
 *
 * @throws EmailChangeGoneError, AccountFrozenError, MailUnavailableError, and those of `countSend`
 */
export async function resendEmailChange(
  service: ServiceContext,
  call: Call<z.output<typeof resendEmailChangeRoute.body>>,
): Promise<z.output<typeof resendEmailChangeRoute.reply>> {
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
