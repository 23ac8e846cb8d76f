import { hasCode } from '@latchkey/errors'
import { NoPasskeysHereError } from '@latchkey/protocol/keys'
import type { Passkeys } from '../recovery/browserPasskeys.ts'
import { type Ask, listenToPanel, type Peer } from '../recovery/passkeyMessages.ts'
import { drawWindow, type WindowPlace, type WindowScreen } from './drawWindow.ts'
import { watchFront } from './watchFront.ts'

/** How long a panel has to ask once the window is there, in ms. */
const ASK_TIME = 10_000
/** How often it is looked whether the panel is still there, in ms. */
const LOOK = 1_000

export type WindowParts = WindowPlace & {
  view: Window
  /** Who opened this window; it is heard where it is a document of this origin, and told nothing where it is another. */
  opener: Peer | null
  passkeys: Pick<Passkeys, 'create'>
}

/**
 * Makes one passkey for the panel that opened this window, and gives it what may be known of it. Whoever else opens the
 * window gets a sentence and no more.
 *
 * @returns stops it
 */
export function runPasskeyWindow(parts: WindowParts): () => void {
  const { view, opener, passkeys } = parts
  if (!opener) {
    drawWindow(parts, { name: 'nothing' })
    return () => undefined
  }
  const { origin } = view.location
  const making = new AbortController()
  let asked: Ask | null = null
  let button: HTMLButtonElement | null = null
  let isFront = false
  const show = (screen: WindowScreen) => {
    button = drawWindow(parts, screen)
    if (button) button.disabled = !isFront
  }
  const end = (name: 'done' | 'over' | 'refused' | 'nothing') => {
    unlisten()
    unwatch()
    view.clearInterval(looking)
    view.clearTimeout(timer)
    making.abort()
    show({ name })
  }
  const tell = (message: object) => opener.postMessage({ ...message, nonce: asked?.nonce }, origin)

  const offer = (userName: string, notUsed = false) => show({ name: 'make', userName, notUsed, press })
  const press = () => {
    if (!asked || !isFront) return
    const { options } = asked
    // In the press itself: WebKit makes a passkey nowhere else.
    const created = passkeys.create(options, making.signal)
    show({ name: 'working' })
    created.then(
      ({ attestation, seals }) => {
        if (making.signal.aborted) return
        tell({ type: 'passkey.made', attestation, seals })
        end('done')
        view.close()
      },
      (error: unknown) => {
        if (making.signal.aborted) return
        if (!hasCode(error, NoPasskeysHereError.code)) return offer(options.userName, true)
        tell({ type: 'passkey.refused' })
        end('refused')
      },
    )
  }

  show({ name: 'wait' })
  const unlisten = listenToPanel(view, opener, (message) => {
    if (message.type === 'passkey.over') {
      if (message.nonce === asked?.nonce) end('over')
      return
    }
    // One request: what comes later is not heard.
    if (asked) return
    asked = message
    view.clearTimeout(timer)
    timer = view.setTimeout(() => end('over'), message.time)
    offer(message.options.userName)
  })
  const unwatch = watchFront(view, (isReady) => {
    isFront = isReady
    if (button) button.disabled = !isReady
  })
  const looking = view.setInterval(() => {
    if (opener.closed) end(asked ? 'over' : 'nothing')
  }, LOOK)
  let timer = view.setTimeout(() => end('nothing'), ASK_TIME)
  opener.postMessage({ type: 'passkey.ready' }, origin)
  return () => {
    unlisten()
    unwatch()
    view.clearInterval(looking)
    view.clearTimeout(timer)
    making.abort()
  }
}
