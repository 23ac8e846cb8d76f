import { encode } from 'uqr'

/** ISO/IEC 18004: modules of light around the code. */
const QUIET_ZONE = 4

export type QrPath = {
  /** Modules on an edge, the quiet zone included. */
  size: number
  /** SVG path of the dark modules. */
  path: string
}

/**
 * Draws a text as a QR code of one path.
 *
 * @param hasLogo a picture covers a part of the middle: more of the code is there twice (level Q instead of M)
 */
export function qrPath(text: string, hasLogo: boolean): QrPath {
  const { data, size } = encode(text, { ecc: hasLogo ? 'Q' : 'M', border: QUIET_ZONE })
  return { size, path: data.map(rowPath).join('') }
}

/** Neighbours of a row are one stroke, so that no seam shows between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    const start = x
    while (row[x]) x++
    if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
  }
  return path
}
