import { StrangeUriError } from '@latchkey/protocol/frame'
import { SocialGoneError, socialResult } from '@latchkey/protocol/http'
import { type KeysState, ResultAwaitedError } from '@latchkey/protocol/keys'
import { withDeadline } from '@latchkey/std/deadline'
import type { Frame } from '../context/Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { isOneOf } from './flows/isOneOf.ts'

/** How long a login lives, ms. */
const LIFE = 600_000
/** How long a window may take to find the door, once the host says that the login is over, ms. */
const PATIENCE = 15_000

/**
 * Makes the door through which the window of a login brings its result: an empty frame that only a document of this origin
 * can post through, and can find by its name wherever the host has put us. The host gets nothing of it, so it can pass
 * nothing on to another machine (docs/decisions/0042).
 */
export function openDoor({ doors }: Frame, flowId: string): Promise<string> {
  const known = doors.get(flowId)
  if (known) return known
  const door = document.createElement('iframe')
  door.name = `lk-${flowId}`
  door.hidden = true
  const brought = new Promise<string>((resolve, reject) => {
    const close = () => {
      clearTimeout(expiry)
      removeEventListener('message', take)
      door.remove()
    }
    const take = ({ origin, source, data }: MessageEvent<unknown>) => {
      const message = socialResult().safeParse(data)
      if (origin !== location.origin || !message.success || message.data.flowId !== flowId) return
      source?.postMessage(flowId, { targetOrigin: origin })
      close()
      resolve(message.data.result)
    }
    const expiry = setTimeout(() => {
      close()
      doors.delete(flowId)
      reject(new SocialGoneError())
    }, LIFE)
    addEventListener('message', take)
  })
  // Whoever waits hears of a failure; nobody may.
  brought.catch(() => undefined)
  document.body.append(door)
  doors.set(flowId, brought)
  return brought
}

/**
 * Finishes a social login with the result that its window brings.
 *
 * @param uri as the host gave it: it names the login, or says how it failed
 * @throws StrangeUriError for one that carries a result; SocialGoneError when the window brings none, and what keys throws
 */
export async function finishSocial(frame: Frame, uri: string): Promise<KeysState> {
  if (uri.includes('result=')) throw new StrangeUriError()
  try {
    return await askKeys(frame.keys, 'finishSocial', { uri })
  } catch (error) {
    if (!isOneOf(error, ResultAwaitedError)) throw error
  }
  const limits = { ms: PATIENCE, tooLate: () => new SocialGoneError() }
  const result = await withDeadline(limits, () => openDoor(frame, uri.slice(-22)))
  return askKeys(frame.keys, 'finishSocial', { uri: `${uri}&result=${result}` })
}
