import { hasCode } from '@latchkey/errors'
import { checkDevice, DeviceGoneError, DeviceRejectedError } from '@latchkey/protocol/http'
import { NothingPendingError } from '@latchkey/protocol/keys'
import { anySignal } from '@latchkey/std/deadline'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredChallenge } from '../state/keysState.ts'
import { LONG_POLL } from './flows.ts'
import { readLive, sendCode } from './requestCode.ts'

/**
 * Waits up to 20 s for the person's answer from the mailbox. After an approval the code of the next step is on record.
 *
 * @throws NothingPendingError when no device request is under way, DeviceRejectedError, DeviceGoneError
 */
export async function awaitDevice(
  context: KeysContext,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<void> {
  const { partition, client, changed } = context
  const record = await partition.challenges.read()
  const request = await readLive(context)
  if (request && request.action !== 'VERIFY_DEVICE') return
  if (!request || !record) throw new NothingPendingError()
  const { proofKey } = await partition.device()
  const { challengeId } = request
  // What another tab has begun meanwhile is not touched.
  const isSame = (tag: string | null) => tag === record.tag && !over.aborted
  try {
    const answer = await client.call(
      checkDevice,
      { proofKey },
      { body: { challengeId }, signal: anySignal(signal, over), ms: LONG_POLL },
    )
    if (answer.status === 'pending') return
    const { email, hostOrigin, locale } = request
    const code: StoredChallenge = {
      v: 1,
      ...client.byOwnClock(answer.challenge),
      action: 'VERIFY_OTP',
      deviceNumber: null,
      email,
      hostOrigin,
      spent: false,
      ...(locale === undefined ? {} : { locale }),
    }
    if (await partition.challenges.write(code, isSame)) await changed()
  } catch (error) {
    if (hasCode(error, DeviceRejectedError.code, DeviceGoneError.code)) {
      await partition.challenges.remove(isSame)
      await changed()
    }
    throw error
  }
}

/**
 * Sends the mail of the device request again.
 *
 * @throws NothingPendingError when no device request is under way
 */
export async function askDeviceAgain(context: KeysContext, signal: AbortSignal): Promise<void> {
  const request = await readLive(context)
  if (request?.action !== 'VERIFY_DEVICE') throw new NothingPendingError()
  await sendCode(context, request, signal)
}
