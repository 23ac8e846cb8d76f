/** Times in ms; `first` is from the click to the first tiles. */
export type WalletsRecord = {
  first: number
  /** How long each frame took while the list was scrolled to its end. */
  frames: number[]
  /** Most elements that the modal had in one of those frames. */
  elements: number
  /** Tiles that had been seen at the end. */
  wallets: number
}

/** px a frame: a quick hand. */
export const SPEED = 60

/** Runs in the page: clicks the row that leads to all wallets, and scrolls through them. */
export async function recordWallets({
  label,
  speed,
}: {
  label: string
  speed: number
}): Promise<WalletsRecord> {
  const root = document.querySelector('latchkey-modal')?.shadowRoot
  const row = [...(root?.querySelectorAll<HTMLElement>('.lk-row') ?? [])].find((element) =>
    element.textContent?.includes(label),
  )
  if (!root || !row) throw new Error('No row leads to all wallets.')
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const clicked = performance.now()
  row.click()
  while (!root.querySelector('.lk-view:not(.lk-view-out) .lk-tile')) await frame()
  const first = performance.now() - clicked
  // The view has come to rest.
  while (root.querySelector('.lk-view-out') || performance.now() - clicked < 1_000) await frame()

  const scroller = root.querySelector<HTMLElement>('.lk-scroll')
  const frames: number[] = []
  let elements = 0
  let still = 0
  let last = await frame()
  // At the end a page may still be on its way.
  while (scroller && still < 60) {
    const before = scroller.scrollTop
    scroller.scrollTop += speed
    const now = await frame()
    frames.push(now - last)
    last = now
    elements = Math.max(elements, root.querySelectorAll('*').length)
    still = scroller.scrollTop === before ? still + 1 : 0
  }
  const places = [...root.querySelectorAll('[aria-posinset]')].map((item) =>
    Number(item.getAttribute('aria-posinset')),
  )
  return { first, frames, elements, wallets: Math.max(0, ...places) }
}
