/**
 * Runs in every document before its scripts. Host and frame are two processes with two clocks, so what is timed across
 * them is written down as wall time: here, when the document was last clicked.
 */
export function recordClicks(): void {
  addEventListener(
    'click',
    ({ timeStamp }) => Object.assign(globalThis, { clickedAt: performance.timeOrigin + timeStamp }),
    true,
  )
}
