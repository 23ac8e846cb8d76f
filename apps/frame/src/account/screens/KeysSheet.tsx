import { type ReactElement, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../../store/store.ts'
import { useSay } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'
import { closePanel } from '../page/accountActions.ts'

/** CSS px, until the panel has said how high it is. */
const LEAST_HEIGHT = 200

/**
 * Shows the keys document over the page while it draws a panel. The element stays where it is, for a moved iframe loads
 * anew; everything else on the page is inert meanwhile.
 */
export function KeysSheet({ page, sheet }: { page: AccountPage; sheet: HTMLElement }): ReactElement | null {
  const say = useSay()
  const { panel } = useStore(page.store)
  const open = panel !== null
  const height = Math.max(panel?.height ?? 0, LEAST_HEIGHT)
  const before = useRef<Element | null>(null)

  useEffect(() => {
    const iframe = sheet.querySelector('iframe')
    const root = document.getElementById('root')
    if (!iframe || !root) return
    sheet.toggleAttribute('data-open', open)
    root.inert = open
    if (open) {
      before.current = document.activeElement
      iframe.title = say('panel.label')
      iframe.focus()
    } else if (before.current instanceof HTMLElement) before.current.focus()
  }, [open, sheet, say])
  useEffect(() => {
    const iframe = sheet.querySelector('iframe')
    if (iframe) iframe.style.blockSize = `${height}px`
  }, [height, sheet])
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') void closePanel(page)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, page])
  if (!open) return null
  return createPortal(
    <button
      type="button"
      className="ac-backdrop"
      aria-label={say('close')}
      onClick={() => void closePanel(page)}
    />,
    document.body,
  )
}
