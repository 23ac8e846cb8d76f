/** CSS px that a card is pulled down before letting go closes it. */
const FAR = 96
/** CSS px a ms: a flick closes it from nearer. */
const FAST = 0.5

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether letting go closes the card. */
export const isEnough = (way: number, ms: number): boolean => way >= FAR || (way > 24 && way / ms >= FAST)

/**
 * Lets a finger pull the card down by its header, which closes it; one that is let go before comes back. What closes may
 * hold the modal open, and then it comes back too.
 *
 * @param card a dialog at the bottom of the window
 * @returns how to let go
 */
export function swipeToClose(card: HTMLElement, onClose: () => void): () => void {
  const abort = new AbortController()
  let pull: { id: number; y: number; at: number } | null = null
  const moveTo = (way: number, time: number) => {
    card.style.transition = time > 0 && !wantsCalm() ? `translate ${time}ms ease-out` : 'none'
    card.style.translate = way > 0 ? `0 ${way}px` : ''
  }
  const listen = (
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    on: (event: PointerEvent) => void,
  ) => card.addEventListener(type, on, { signal: abort.signal })
  listen('pointerdown', (event) => {
    const header = (event.target as Element).closest?.('.lk-header')
    // A press on Back or Close is a press.
    if (event.pointerType !== 'touch' || !header || (event.target as Element).closest('button')) return
    pull = { id: event.pointerId, y: event.clientY, at: event.timeStamp }
    card.setPointerCapture(event.pointerId)
  })
  listen('pointermove', (event) => {
    if (pull?.id === event.pointerId) moveTo(event.clientY - pull.y, 0)
  })
  const end = (event: PointerEvent, closes: boolean) => {
    if (pull?.id !== event.pointerId) return
    const { y, at } = pull
    pull = null
    moveTo(0, 150)
    if (closes && isEnough(event.clientY - y, event.timeStamp - at)) onClose()
  }
  listen('pointerup', (event) => end(event, true))
  listen('pointercancel', (event) => end(event, false))
  return () => {
    abort.abort()
    card.style.translate = ''
    card.style.transition = ''
  }
}
