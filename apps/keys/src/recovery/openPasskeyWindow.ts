import { randomId } from '@latchkey/std/randomId'
import type { NewPasskey, NewPasskeyOptions } from './browserPasskeys.ts'
import { listenToWindow, WINDOW_TIME } from './passkeyMessages.ts'

/**
 * What came of a window: the passkey; `refused` where the browser has none there either; `closed` by the person; `late` when
 * its time was over.
 */
export type WindowOutcome = { made: NewPasskey } | 'refused' | 'closed' | 'late'
export type PasskeyWindow = { outcome: Promise<WindowOutcome>; focus(): void }
export type WindowRequest = {
  projectId: string
  options: NewPasskeyOptions
  /** ms that its challenge is still good for */
  time: number
}

/** How often it is looked whether the window is still there, in ms. */
const LOOK = 500
const FEATURES = 'popup,width=480,height=640'

/**
 * Opens a window of this origin that makes a passkey, because this frame may not. It has no name, so no page can take its
 * place; it is heard by its identity, its origin and the nonce of this one attempt, and once.
 *
 * @param signal of the panel; when it fires, the window says so to the person
 * @returns null where the browser opens no window
 */
export function openPasskeyWindow(
  view: Window,
  { projectId, options, time: left }: WindowRequest,
  signal: AbortSignal,
): PasskeyWindow | null {
  const { origin } = view.location
  const opened = view.open(`${origin}/passkey?${new URLSearchParams({ projectId })}`, '_blank', FEATURES)
  if (!opened) return null
  const nonce = randomId()
  const time = Math.max(1, Math.min(WINDOW_TIME, Math.floor(left)))
  const tell = (message: object) => opened.postMessage({ ...message, nonce }, origin)
  const outcome = new Promise<WindowOutcome>((resolve) => {
    let looks = 0
    const end = (result: WindowOutcome) => {
      unlisten()
      view.clearInterval(looking)
      view.clearTimeout(timer)
      view.removeEventListener('pagehide', leave)
      signal.removeEventListener('abort', leave)
      if (typeof result !== 'object') tell({ type: 'passkey.over' })
      resolve(result)
    }
    const leave = () => end('closed')
    const unlisten = listenToWindow(view, opened, (message) => {
      // Also after it was loaded anew: it is the same attempt, and has the same challenge.
      if (message.type === 'passkey.ready') return tell({ type: 'passkey.ask', time, options: pick(options) })
      if (message.nonce !== nonce) return
      if (message.type === 'passkey.refused') return end('refused')
      end({ made: { attestation: message.attestation, seals: message.seals, prf: null } })
    })
    // A window that answers and closes may be seen as closed before its answer is heard: it is looked twice.
    const looking = view.setInterval(() => {
      if (opened.closed && ++looks > 1) end('closed')
    }, LOOK)
    const timer = view.setTimeout(() => end('late'), time)
    view.addEventListener('pagehide', leave)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  })
  return { outcome, focus: () => opened.focus() }
}

const pick = ({ challenge, rpId, userHandle, userName, excludeCredentials }: NewPasskeyOptions) => ({
  challenge,
  rpId,
  userHandle,
  userName,
  excludeCredentials: [...excludeCredentials],
})
