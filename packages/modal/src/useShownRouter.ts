import type { RouterState } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { useState } from 'react'
import { useOpen } from './parts/useOpen.ts'

type Shown = { router: RouterState; open: boolean; session: number }

/**
 * What the modal draws. Closed, it keeps drawing what it showed last, so that nothing changes while it fades; opened
 * again, `session` counts up and every view starts anew.
 */
export function useShownRouter(): Shown {
  const config = useConfig()
  const open = useOpen()
  const router = useSlice(config.router)
  const [shown, setShown] = useState<Shown>({ router, open, session: 0 })
  const next = nextShown(shown, router, open)
  if (next !== shown) setShown(next)
  return next
}

function nextShown(shown: Shown, router: RouterState, open: boolean): Shown {
  if (!open) return shown.open ? { ...shown, open } : shown
  if (!shown.open) return { router, open, session: shown.session + 1 }
  return shown.router === router ? shown : { ...shown, router }
}
