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
