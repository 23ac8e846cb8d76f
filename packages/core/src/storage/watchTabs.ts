/**
 * Tells when other tabs of the site may have changed what is stored: as soon as one of them writes a key (null: all of
 * them), and when the browser shows this page again after it was kept out of use, where a page hears of nothing.
 *
 * @param isOurs whether a key matters to the caller
 * @returns how to stop
 * @example
 * const stop = watchTabs((key) => key === 'latchkey.connections', read)
 */
export function watchTabs(isOurs: (key: string | null) => boolean, changed: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined
  const onStorage = ({ key }: StorageEvent) => isOurs(key) && changed()
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && changed()
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
