/** Whether something moves that comes to rest; asked in the page. */
export function isMoving(): boolean {
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  return [document, ...roots]
    .flatMap((root) => root.getAnimations())
    .some(
      ({ effect, timeline, playState }) =>
        playState === 'running' &&
        timeline instanceof DocumentTimeline &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
}

/**
 * Waits until nothing moves and the wallet's frame has had the same place for 100 ms; asked in the page, which costs
 * least.
 *
 * @returns false where that is not so after `within` ms
 */
export async function comesToRest(moves: typeof isMoving, within: number): Promise<boolean> {
  const roots = () => [
    document,
    ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
  ]
  const place = () => {
    const frame = roots().flatMap((root) => root.querySelector('iframe[title="Wallet"]') ?? [])[0]
    const box = frame?.getBoundingClientRect()
    return box && box.width > 0 && box.height > 0 && !moves() ? JSON.stringify(box) : undefined
  }
  const until = performance.now() + within
  let seen: { place: string | undefined; times: number } = { place: undefined, times: 0 }
  while (performance.now() < until) {
    const now = place()
    seen = { place: now, times: now !== undefined && now === seen.place ? seen.times + 1 : 1 }
    if (now !== undefined && seen.times === 3) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
