/** The tallest that may be told, in CSS px. */
const MAX_HEIGHT = 4_000

/** Tells how high the panel in `root` is, whenever that changes, in whole CSS px. Nothing is told while there is none. */
export function watchHeight(root: HTMLElement, tell: (height: number) => void): () => void {
  let last = 0
  const measure = () => {
    const panel = root.firstElementChild
    if (!panel) return
    const height = Math.min(Math.ceil(panel.getBoundingClientRect().height), MAX_HEIGHT)
    if (height === last || height === 0) return
    last = height
    tell(height)
  }
  const sizes = new ResizeObserver(measure)
  const follow = () => {
    sizes.disconnect()
    if (root.firstElementChild) sizes.observe(root.firstElementChild)
    else last = 0
  }
  const changes = new MutationObserver(follow)
  changes.observe(root, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    changes.disconnect()
  }
}
