/** ms after `load` in which a document that may run here says hello; scripts run before `load`. */
const AFTER_LOAD = 1_500
/** A document that loads late gets less, so that the visitor hears of a refusal within 3 s of asking. */
const IN_ALL = 3_000
const AT_LEAST = 500

/** An iframe without a document of its own yet. Another origin's cannot be looked into, and is not blank. */
function isBlank(iframe: HTMLIFrameElement): boolean {
  try {
    return iframe.contentWindow?.location.href === 'about:blank'
  } catch {
    return false
  }
}

/**
 * Tells a refused document (frame-ancestors, frame-src, wrong address) from a slow one: browsers fire `load` for their
 * own error page too, and that page never says hello.
 *
 * @returns stops the watch
 */
export function watchForRefusal(iframe: HTMLIFrameElement, onRefused: () => void): () => void {
  const begin = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const onLoad = () => {
    clearTimeout(timer)
    if (isBlank(iframe)) return
    const left = IN_ALL - (performance.now() - begin)
    timer = setTimeout(onRefused, Math.min(AFTER_LOAD, Math.max(AT_LEAST, left)))
  }
  iframe.addEventListener('load', onLoad)
  return () => {
    clearTimeout(timer)
    iframe.removeEventListener('load', onLoad)
  }
}
