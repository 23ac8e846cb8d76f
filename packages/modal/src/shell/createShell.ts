import { adoptStyles } from '@latchkey/ui'
import baseStyles from '@latchkey/ui/base.css?inline'
import tokens from '@latchkey/ui/tokens.css?inline'
import modalStyles from '../modal.css?inline'

type DialogEvents = {
  /** Escape, or the back gesture of a phone. */
  onEscape: () => void
  onBackdrop: () => void
  /** The browser closed it by itself. */
  onForcedClose: () => void
}

/** The native dialog: top layer, inert page and focus trap are the browser's. */
function createDialog(document: Document, events: DialogEvents): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    // Before the browser acts: a second Escape in a row would close it without asking.
    event.preventDefault()
    event.stopPropagation()
    events.onEscape()
  })
  dialog.addEventListener('cancel', (event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    events.onEscape()
  })
  dialog.addEventListener('close', (event) => {
    if (event.target === dialog && !dialog.open) events.onForcedClose()
  })
  closeOnBackdrop(dialog, events.onBackdrop)
  // Where no finger is there is nothing to swipe with, and no code for it is loaded.
  if (matchMedia('(pointer: coarse)').matches)
    import('./swipeToClose.ts').then(
      ({ swipeToClose }) => swipeToClose(dialog, events.onBackdrop),
      () => undefined,
    )
  return dialog
}

/** A press that begins and ends outside the card; a drag out of a text field is none. */
function closeOnBackdrop(dialog: HTMLDialogElement, onBackdrop: () => void): void {
  const isOutside = (event: MouseEvent) => {
    if (event.target !== dialog) return false
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const { clientX, clientY } = event
    return clientX < left || clientX > right || clientY < top || clientY > bottom
  }
  let began = false
  dialog.addEventListener('pointerdown', (event) => {
    began = isOutside(event)
  })
  dialog.addEventListener('click', (event) => {
    if (began && isOutside(event)) onBackdrop()
    began = false
  })
}

/** Id of the heading that names the dialog. */
export const TITLE_ID = 'lk-title'

export type ShellOptions = DialogEvents & {
  /** Where the host element goes; `null` leaves it to the caller. */
  container: HTMLElement | null
  /** A card in the page instead of a dialog over it. */
  embedded: boolean
}

/** The plain DOM around the views. It is made once, and nothing in it is ever moved. */
export type Shell = {
  /** The element in the page; its shadow root holds everything else. */
  element: HTMLElement
  card: HTMLElement
  /** Where the views are rendered. */
  mount: HTMLElement
  /** Holds the frame for as long as the page lives: an iframe that is moved reloads. */
  frameLayer: HTMLElement
  /** Has the first view drawn where it has its sizes and nobody sees it: opening finds styles read and texts measured. */
  rehearse<Drawn>(draw: () => Drawn): Drawn
  /** Puts it on the screen; false: it is not in the page, and there is no place for it. */
  show(): boolean
  hide(): void
  /** Lays the frame over the view, or hides it where it is. */
  setFrameShown(shown: boolean): void
  /** Moves the focus into the frame where it is shown, to what the view marks with `data-autofocus`, or to its title. */
  focusView(): void
  /** Moves the focus past an end of the frame. */
  leaveFrame(direction: 'forward' | 'backward'): void
  destroy(): void
}

export function createShell(options: ShellOptions): Shell {
  const element = document.createElement('latchkey-modal')
  const root = element.attachShadow({ mode: 'open' })
  for (const css of [tokens, baseStyles, modalStyles]) adoptStyles(root, css)
  const dialog = options.embedded ? undefined : createDialog(document, options)
  const card = dialog ?? document.createElement('section')
  card.className = 'lk-dialog lk-root'
  card.setAttribute('aria-labelledby', TITLE_ID)
  if (options.embedded) card.setAttribute('data-embedded', '')
  const mount = div('lk-mount')
  const frameLayer = div('lk-frame-layer')
  frameLayer.inert = true
  card.append(mount, frameLayer)
  root.append(card)
  options.container?.append(element)

  return {
    element,
    card,
    mount,
    frameLayer,
    ...visibility(element, dialog, options.container),
    ...focus(root, mount, frameLayer),
    setFrameShown(shown) {
      frameLayer.toggleAttribute('data-shown', shown)
      frameLayer.inert = !shown
      // The frame cannot take the focus while it is inert, so it is given to it here.
      if (shown) frameLayer.querySelector('iframe')?.focus({ preventScroll: true })
    },
  }
}

function div(className: string): HTMLDivElement {
  const element = document.createElement('div')
  element.className = className
  return element
}

function visibility(
  element: HTMLElement,
  dialog: HTMLDialogElement | undefined,
  container: HTMLElement | null,
): Pick<Shell, 'rehearse' | 'show' | 'hide' | 'destroy'> {
  let opener: HTMLElement | null = null
  let unlock: (() => void) | undefined
  const hide = () => {
    unlock?.()
    unlock = undefined
    if (!dialog?.open) return
    dialog.close()
    if (opener?.isConnected) opener.focus({ preventScroll: true })
    opener = null
  }
  return {
    rehearse(draw) {
      if (!dialog || dialog.open || !element.isConnected) return draw()
      const { style } = dialog
      style.transition = 'none'
      style.visibility = 'hidden'
      style.display = 'grid'
      const drawn = draw()
      for (const display of ['grid', 'none']) {
        style.display = display
        void dialog.offsetHeight
      }
      dialog.removeAttribute('style')
      return drawn
    },
    show() {
      if (!dialog || dialog.open) return true
      if (!element.isConnected) container?.append(element)
      // A browser opens no dialog that is in no page.
      if (!element.isConnected) return false
      // Another dialog of the page may have hidden its surroundings, and us with them.
      element.removeAttribute('aria-hidden')
      element.inert = false
      opener ??= deepActiveElement(document)
      unlock ??= lockScroll(document)
      dialog.showModal()
      return true
    },
    hide,
    destroy() {
      hide()
      element.remove()
    },
  }
}

function focus(
  root: ShadowRoot,
  mount: HTMLElement,
  frameLayer: HTMLElement,
): Pick<Shell, 'focusView' | 'leaveFrame'> {
  const header = () => [...mount.querySelectorAll<HTMLElement>('.lk-header button')]
  return {
    focusView() {
      // The frame may have been there before its view was drawn. A press would be lost: the focus that it brings disarms.
      const isFrameShown = frameLayer.hasAttribute('data-shown') && !frameLayer.inert
      const frame = isFrameShown ? frameLayer.querySelector('iframe') : null
      if (frame) return frame.focus({ preventScroll: true })
      // A field that takes the focus opens the keyboard of a phone before anyone asked for it.
      const wanted = matchMedia('(pointer: coarse)').matches
        ? null
        : '.lk-view:not(.lk-view-out) [data-autofocus]'
      const target = (wanted && mount.querySelector<HTMLElement>(wanted)) || root.getElementById(TITLE_ID)
      target?.focus({ preventScroll: true })
    },
    leaveFrame(direction) {
      const buttons = header()
      const target = direction === 'forward' ? buttons[0] : buttons.at(-1)
      target?.focus({ preventScroll: true })
    },
  }
}

/** The element that has the focus, inside open shadow roots too. */
function deepActiveElement(document: Document): HTMLElement | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement ? active : null
}

/**
 * Keeps the page from scrolling behind the modal. It adds a sheet instead of changing an element, so that two modals
 * need not know of each other; a scrollbar that takes room keeps its room, so that nothing moves.
 *
 * @returns how to let go
 */
function lockScroll(document: Document): () => void {
  const root = document.documentElement
  const takesRoom = (document.defaultView?.innerWidth ?? 0) > root.clientWidth
  return adoptStyles(
    document,
    `:root{overflow:hidden!important;${takesRoom ? 'scrollbar-gutter:stable!important' : ''}}`,
  )
}
