import { disconnect } from '../connection/disconnect.ts'
import type { Config } from '../interfaces/Config.ts'
import { close } from '../modal/open.ts'
import { rememberDeclined } from './declinedSignIns.ts'
import { isSiwxRequired, siwxOf, siwxSubject } from './siwxSubject.ts'

/**
 * Leaves the sign-in: disconnects when it is required, else just closes (spec 4). A sign-in that was only offered is
 * not offered again to that account until it disconnects.
 *
 * @throws SiwxNotEnabledError
 */
export async function cancelSiwx(config: Config): Promise<void> {
  const siwx = siwxOf(config)
  const subject = siwxSubject(config)
  if (!subject || !isSiwxRequired(siwx)) {
    if (subject) rememberDeclined(config.storage, subject)
    close(config)
    return
  }
  // The page is disconnected at once, which frees the modal; only the wallet's own answer is waited for.
  const ended = disconnect(config, { namespace: subject.namespace })
  close(config)
  await ended
}
