import { adoptStyles } from '@latchkey/ui'

/**
 * Keeps the page from scrolling behind the modal. It adds a sheet instead of changing an element, so that two modals
 * need not know of each other; a scrollbar that takes room keeps its room, so that nothing moves.
 *
 * @returns how to let go
 */
export function lockScroll(document: Document): () => void {
  const root = document.documentElement
  const takesRoom = (document.defaultView?.innerWidth ?? 0) > root.clientWidth
  return adoptStyles(
    document,
    `:root{overflow:hidden!important;${takesRoom ? 'scrollbar-gutter:stable!important' : ''}}`,
  )
}
