import { socialMessage } from '@latchkey/protocol/http'
import { SOCIAL_LIFE } from '../storage/pendingSocial.ts'
import { SocialExpiredError, SocialWindowClosedError, SocialWindowSeveredError } from './errors.ts'
import type { SocialPage, SocialWindow } from './socialPage.ts'

/** How often a window is looked at, ms. */
const LOOK = 500
/** A window posts its result and closes at once: the message may be seen a little after the closing; ms. */
const CLOSE_GRACE = 1_000
/** No person closes a sign-in so soon: a page there has cut it off (COOP); ms. */
const SEVERED_WITHIN = 3_000

type Message = { origin: string; source: unknown; data: unknown }

/** The uri in a message of the wallet's callback page; undefined for anything else. */
export function resultUriOf(
  { origin, source, data }: Message,
  { walletOrigin, popup }: { walletOrigin: string; popup?: SocialWindow },
): string | undefined {
  if (origin !== walletOrigin || (popup && !popup.isSource(source))) return undefined
  const message = socialMessage().safeParse(data)
  return message.success ? message.data.resultUri : undefined
}

/**
 * Waits for the window's result. Messages of any other origin or window are ignored.
 *
 * @throws SocialWindowClosedError, SocialWindowSeveredError, SocialExpiredError after 10 min, or the signal's reason
 */
export function awaitSocialResult(
  page: SocialPage,
  parameters: { walletOrigin: string; popup: SocialWindow; signal: AbortSignal },
): Promise<string> {
  const { popup, signal } = parameters
  return new Promise((resolve, reject) => {
    const began = Date.now()
    let grace: ReturnType<typeof setTimeout> | undefined
    const settle = (finish: () => void) => {
      clearInterval(looking)
      clearTimeout(grace)
      clearTimeout(expiry)
      stop()
      signal.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(signal.reason))
    const stop = page.onMessage((event) => {
      const uri = resultUriOf(event, parameters)
      if (uri !== undefined) settle(() => resolve(uri))
    })
    const looking = setInterval(() => {
      if (grace || !popup.isClosed()) return
      const isSevered = Date.now() - began < SEVERED_WITHIN
      const error = isSevered ? new SocialWindowSeveredError() : new SocialWindowClosedError()
      grace = setTimeout(() => settle(() => reject(error)), CLOSE_GRACE)
    }, LOOK)
    const expiry = setTimeout(() => settle(() => reject(new SocialExpiredError())), SOCIAL_LIFE)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
}
