import type { RouterState } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { useState, useSyncExternalStore } from 'react'
import { useOpen } from './parts/useOpen.ts'

type Shown = { router: RouterState; open: boolean; session: number }

/**
 * What the modal draws. Closed, it keeps drawing what it showed last, so that nothing changes while it fades; opened
 * again, every view starts anew.
 *
 * @param openings how often the modal has been opened; it may close and open within one task
 */
export function useShownRouter(openings: () => number): Shown {
  const config = useConfig()
  const open = useOpen()
  const router = useSlice(config.router)
  const session = useSyncExternalStore(config.modal.subscribe, openings, openings)
  const [shown, setShown] = useState<Shown>({ router, open, session })
  const next = open ? { router, open, session } : { ...shown, open }
  const isSame = next.router === shown.router && next.open === shown.open && next.session === shown.session
  if (isSame) return shown
  setShown(next)
  return next
}
