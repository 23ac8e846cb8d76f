import { setTimeout as delay } from 'node:timers/promises'
import { MailUnavailableError, type startEmail as route } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { keyedHash } from '../../crypto/bytes.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { accountText, emailHint, normalizeEmail } from '../../mail/normalizeEmail.ts'
import { requiredCodeLength } from '../codes/failures.ts'
import { type CodeOrder, handOver, sendCode } from '../codes/sendCode.ts'
import { admitSend } from '../codes/sendLimits.ts'
import { callerOf } from '../devices/callerOf.ts'
import { requestDevice } from '../devices/requestDevice.ts'
import { needsVerification } from '../devices/verdicts.ts'
import { requireHost } from '../users/allowedHost.ts'
import { findAskedDevice, findSentCode, orAnswerAgain } from './answerAgain.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>

/** What was not sent counts for nobody: whoever presses twice takes nothing from the others. */
const unsent = (giveBack: () => void) => (error: unknown) => {
  giveBack()
  throw error
}

/** Asks the mailbox about the device first; the code follows its answer. */
async function startDevice(service: ServiceContext, order: CodeOrder, giveBack: () => void): Promise<Reply> {
  const ask = async () => {
    const { request, mail } = await requestDevice(service, order)
    await handOver(service, mail)
    return request
  }
  const request = await orAnswerAgain(ask().catch(unsent(giveBack)), () => findAskedDevice(service, order))
  return {
    action: 'VERIFY_DEVICE',
    challengeId: request.id,
    codeLength: 8,
    expiresAt: request.expiresAt,
    resendAt: request.resendAt,
    emailHint: emailHint(order.email),
    deviceNumber: request.number,
  }
}

async function start(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const { projectId, hostOrigin, purpose, work } = call.body
  const project = await requireHost(service, projectId, hostOrigin)
  const email = normalizeEmail(call.body.email)
  const emailKey = keyedHash(service.hashKeys.email, accountText(email))
  if (!service.sendMail) throw new MailUnavailableError()
  const jkt = jktOf(call)
  const giveBack = await admitSend(service, { emailKey, jkt, purpose, project, address: call.address, work })
  const required = await requiredCodeLength(service, emailKey)
  const caller = callerOf(call)
  const order: CodeOrder = {
    email,
    emailKey,
    purpose,
    codeLength: purpose === 'account' ? 8 : required,
    jkt,
    project,
    hostOrigin,
    ...caller,
    locale: call.body.locale ?? caller.locale,
  }
  if (await needsVerification(service, { emailKey, jkt }, project, required))
    return startDevice(service, order, giveBack)
  const sent = sendCode(service, order).catch(unsent(giveBack))
  const challenge = await orAnswerAgain(sent, () => findSentCode(service, order))
  return { action: 'VERIFY_OTP', ...challenge, deviceNumber: null }
}

/**
 * Sends a code, or first asks the mailbox about the device. Accounts are not looked at: the answer, its status and its
 * time are the same for an address with an account and for one without. A device that asks the same again within the
 * pause gets the same answer: the first may have been lost.
 */
export async function startEmail(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const began = performance.now()
  try {
    return await start(service, call)
  } finally {
    const left = service.limits.startFloor - (performance.now() - began)
    if (left > 0) await delay(left)
  }
}
