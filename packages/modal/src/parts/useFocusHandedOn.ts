import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a button that is gone once it was pressed: whoever pressed it by the keyboard goes on at the view's title, and not
 * at the page behind the modal.
 *
 * @returns its `ref`
 */
export function useFocusHandedOn(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      const root = button?.getRootNode()
      const titleId = button?.closest('.lk-dialog')?.getAttribute('aria-labelledby')
      if (titleId && root instanceof ShadowRoot && root.activeElement === button)
        root.getElementById(titleId)?.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
