import { adoptStyles } from '@latchkey/ui'
import { type ReactElement, useLayoutEffect, useRef } from 'react'

/**
 * Styles that come with a lazy view. It stands first in its view: what follows is laid out, and measured, with them.
 */
export function StyleSheet({ css }: { css: string }): ReactElement {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode()
    return root instanceof ShadowRoot ? adoptStyles(root, css) : undefined
  }, [css])
  return <span ref={ref} hidden />
}
