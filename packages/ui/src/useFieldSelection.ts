import { type RefObject, useEffect, useState } from 'react'

/** Where the caret or the selection of a field is; undefined while it has no focus. */
export type FieldSelection = { start: number; end: number } | undefined

// Not `input`: a render between it and React's own listener would put the old value back before React has read the new one.
const events = ['select', 'selectionchange', 'focus', 'blur', 'keyup', 'click'] as const

/**
 * Follows the selection of an input by native events: React's `onSelect` compares with `document.activeElement`,
 * which inside a shadow root is the host, and so never fires there.
 */
export const useFieldSelection = (field: RefObject<HTMLInputElement | null>): FieldSelection => {
  const [selection, setSelection] = useState<FieldSelection>()
  useEffect(() => {
    const element = field.current
    if (!element) return
    const follow = () => {
      // `select` also comes to a field that has no focus; nothing is active then.
      const focused = element.matches(':focus')
      const next = focused && { start: element.selectionStart ?? 0, end: element.selectionEnd ?? 0 }
      setSelection((last) => {
        if (!next) return undefined
        return last?.start === next.start && last.end === next.end ? last : next
      })
    }
    follow()
    for (const event of events) element.addEventListener(event, follow)
    // Older browsers tell only the document.
    element.ownerDocument.addEventListener('selectionchange', follow)
    return () => {
      for (const event of events) element.removeEventListener(event, follow)
      element.ownerDocument.removeEventListener('selectionchange', follow)
    }
  }, [field])
  return selection
}
