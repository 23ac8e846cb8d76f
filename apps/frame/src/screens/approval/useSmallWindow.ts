import { useSyncExternalStore } from 'react'

/** Where not all of an approval can stay in sight at once; the same in approval.css. */
const SMALL = '(max-height: 519.98px), (max-width: 319.98px)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(SMALL)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether this window is so low or narrow that an approval scrolls through as a whole: zoomed, or a phone on its side. */
export const useSmallWindow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(SMALL).matches,
    () => false,
  )
