export type DialogEvents = {
  /** Escape, or the back gesture of a phone. */
  onEscape: () => void
  onBackdrop: () => void
  /** The browser closed it by itself. */
  onForcedClose: () => void
}

/** The native dialog: top layer, inert page and focus trap are the browser's. */
export function createDialog(document: Document, events: DialogEvents): HTMLDialogElement {
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
