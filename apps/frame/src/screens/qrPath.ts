import { encode } from 'uqr'

/** ISO/IEC 18004: modules of light around the code. */
const QUIET_ZONE = 4

/** One run of dark modules as a rectangle of the path. */
const run = (x: number, y: number, length: number) => `M${x} ${y}h${length}v1h-${length}z`

/**
 * Draws a text as a QR code.
 *
 * @returns how many modules an edge has, the quiet zone included, and the SVG path of the dark ones
 * @example qrPath('https://example.com').size // 33
 */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const runs: string[] = []
  data.forEach((row, y) => {
    let start = -1
    // One more than there are, so that a run at the edge ends too.
    for (let x = 0; x <= row.length; x++) {
      if (row[x] && start < 0) start = x
      if (row[x] || start < 0) continue
      runs.push(run(start, y, x - start))
      start = -1
    }
  })
  return { size, path: runs.join('') }
}
