import { hasCode } from '@latchkey/errors'
import {
  EmailAskedError,
  NoEmailAddressError,
  NotConnectedError,
  UserRejectedError,
} from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { Approval, ApprovalView } from '../approvals/ApprovalView.ts'
import { makeWarning, text } from '../approvals/phrases.ts'
import type { Frame } from '../context/Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { visibleText } from '../site/visibleText.ts'
import { createRecord, type StoredRecord } from '../store/createRecord.ts'

/** ms that a site waits after an ask that was not granted; each further one makes it four times as long. */
const FIRST_WAIT = 120_000
const LONGEST_WAIT = 86_400_000

/** How often the person was asked in vain, and until when nobody is asked again, ms since the epoch. */
const refusals = z.strictObject({ count: z.int().check(z.gte(0)), until: z.number().check(z.gte(0)) })
type Refusals = z.output<typeof refusals>
const none: Refusals = { count: 0, until: 0 }

const refusalsOf = (frame: Frame, userId: string): StoredRecord<Refusals> =>
  createRecord(frame, `emailAsk.${userId}.${frame.origin}`, refusals, none)

/**
 * Counts an ask as one in vain before it is shown: a page that takes the screen away, or loads itself anew, must not bring it
 * up again and again.
 *
 * @returns what to put back where nobody was asked after all
 * @throws EmailAskedError
 */
function countAsk(record: StoredRecord<Refusals>, now: number): Refusals {
  const before = record.read()
  const { count, until } = before
  if (now < until) {
    const retryAfter = Math.ceil((until - now) / 1_000)
    throw new EmailAskedError({ data: { retryAfter } })
  }
  record.write({ count: count + 1, until: now + Math.min(FIRST_WAIT * 4 ** count, LONGEST_WAIT) })
  return before
}

/** Who asks stands above it. Characters that hide or reorder stand there as their code. */
export const emailView = (email: string): ApprovalView => ({
  title: 'shareEmail.title',
  sentence: { key: 'shareEmail.say', values: { email: text(visibleText(email)) } },
  facts: [],
  warnings: [makeWarning('info', 'emailKept')],
  stop: null,
  approve: 'shareEmail.approve',
  reject: 'shareEmail.reject',
  raw: JSON.stringify({ email }),
})

/** What is shown and what is given are made from the same text. */
function emailApproval(frame: Frame, email: string): Approval<{ email: string }> {
  const payload = Object.freeze({ email })
  const view = emailView(email)
  return {
    view,
    prepare: async () => ({ payload, view }),
    async sign({ email }, onSigned) {
      await askKeys(frame.keys, 'shareEmail', { email })
      onSigned()
      return email
    },
  }
}

/**
 * Asks the person whether the site may know the e-mail address. Whoever knows it already is answered at once.
 *
 * @throws NotConnectedError, NoEmailAddressError, EmailAskedError, UserRejectedError, and what keys answers
 */
export async function shareEmail(frame: Frame, signal: AbortSignal): Promise<string> {
  const { user, emailShared } = await frame.keys.state()
  if (!user) throw new NotConnectedError()
  if (user.email === null) {
    // One may have been added on the account page: the next ask knows it.
    frame.syncSession(30_000)
    throw new NoEmailAddressError()
  }
  if (emailShared) return user.email
  const record = refusalsOf(frame, user.id)
  const before = countAsk(record, frame.now())
  try {
    const email = await askPerson(frame, signal)
    record.write(none)
    return email
  } catch (error) {
    if (!hasCode(error, UserRejectedError.code)) record.write(before)
    throw error
  }
}

async function askPerson(frame: Frame, signal: AbortSignal): Promise<string> {
  // The address may have been changed, or given to this site, in another window.
  const { user, granted, emailShared } = await askKeys(frame.keys, 'syncSession', {}, signal)
  if (!user || !granted) throw new NotConnectedError()
  const { email } = user
  if (email === null) throw new NoEmailAddressError()
  if (!emailShared) {
    const approvals = await frame.approvals()
    await approvals.ask(emailApproval(frame, email), signal)
  }
  await frame.keys.state()
  return email
}
