import type { MouseEvent, MouseEventHandler } from 'react'

/**
 * A click handler for a control that keeps its focus while it cannot act.
 * `disabled` would drop the focus to the document, so the click is swallowed instead, and with it
 * the form submission that a submit button stands for.
 */
export const guardClick =
  <T extends HTMLElement>(blocked: boolean, onClick: MouseEventHandler<T> | undefined) =>
  (event: MouseEvent<T>): void => {
    if (blocked) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }
