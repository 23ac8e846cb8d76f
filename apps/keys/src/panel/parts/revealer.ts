import { element } from './elements.ts'
import type { Panel } from './Panel.ts'

/** How long something may be seen in one go, in ms. */
export const REVEAL_TIME = 60_000

export type Revealer = {
  readonly node: HTMLElement
  readonly button: HTMLButtonElement
  /** Hides for good. */
  leave(): void
}

/**
 * Shows something while a button is held, or from one press of Enter or Space to the next. It hides by itself after 60
 * seconds, when the window loses the focus and when the page is not seen. What is hidden is not in the document.
 *
 * @param draw makes what is shown, anew each time
 */
export function revealer({ say, announce, isGenuine }: Panel, draw: () => HTMLElement): Revealer {
  const hidden = () => element('p', { class: 'kp-hidden' }, [say('export.hidden')])
  const node = element('div', { class: 'kp-reveal' }, [hidden()])
  const button = element('button', { type: 'button', class: 'kp-button kp-main', 'aria-pressed': 'false' }, [
    say('export.hold'),
  ])
  let timer: ReturnType<typeof setTimeout> | undefined
  const isShown = () => timer !== undefined
  const hide = () => {
    if (!isShown()) return
    clearTimeout(timer)
    timer = undefined
    node.replaceChildren(hidden())
    button.setAttribute('aria-pressed', 'false')
    announce(say('export.hid'))
  }
  const show = () => {
    if (isShown() || document.visibilityState !== 'visible') return
    timer = setTimeout(hide, REVEAL_TIME)
    node.replaceChildren(draw())
    button.setAttribute('aria-pressed', 'true')
    announce(say('export.shown'))
  }
  const onDown = (event: PointerEvent) => {
    if (!isGenuine(event) || event.button !== 0) return
    button.setPointerCapture(event.pointerId)
    show()
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isGenuine(event) || event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    if (isShown()) hide()
    else show()
  }
  const onVisibility = () => {
    if (document.visibilityState !== 'visible') hide()
  }
  button.addEventListener('pointerdown', onDown)
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture', 'contextmenu'] as const) {
    button.addEventListener(type, hide)
  }
  button.addEventListener('keydown', onKey)
  window.addEventListener('blur', hide)
  document.addEventListener('visibilitychange', onVisibility)
  return {
    node,
    button,
    leave() {
      hide()
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
