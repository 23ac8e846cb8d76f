/** The format of a picture by its first bytes, if it is one that icons come in. */
function isRaster(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return /^(?:89504e470d0a1a0a|ffd8ff|52494646.{8}57454250)/.test(hex)
}

/** Pictures above this many bytes are not icons. */
const MAX_SOURCE = 2 * 1024 * 1024

/**
 * Draws a PNG, JPEG or WebP anew as a WebP of 96 × 96, so that nothing of the file that came is passed on but its
 * looks. Other formats, SVG above all, are refused.
 *
 * @returns undefined when it is not a picture that can be read
 */
export async function encodeIcon(source: Uint8Array): Promise<Uint8Array | undefined> {
  if (source.length > MAX_SOURCE || !isRaster(source)) return undefined
  return encode(source)
}

/** Renders a drawing that somebody has looked at. */
export const encodeDrawing = (svg: string): Promise<Uint8Array> => encodeLarge(svg, false)

/** The same without colours. */
export const encodeGreyDrawing = (svg: string): Promise<Uint8Array> => encodeLarge(svg, true)

async function encodeLarge(svg: string, isGrey: boolean): Promise<Uint8Array> {
  const bytes = await encode(Buffer.from(atOneSize(svg)), isGrey)
  if (!bytes) throw new Error('A drawing cannot be rendered.')
  return bytes
}

/** A drawing on a grid of 24 or 1024 is rendered at one size, large enough to be made smaller. */
const atOneSize = (svg: string) =>
  svg.replace(/<svg\b[^>]*>/, (root) =>
    root.includes('viewBox=')
      ? root.replace(/ (?:width|height)="[^"]*"/g, '').replace('<svg', '<svg width="384" height="384"')
      : root,
  )

async function encode(source: Uint8Array, isGrey = false): Promise<Uint8Array | undefined> {
  // The service itself runs without it.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(source, { limitInputPixels: 4_096 * 4_096, pages: 1 })
      .resize(96, 96, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .greyscale(isGrey)
      // The last effort, 6, takes forty times as long and saves one byte in 700.
      .webp({ quality: 82, effort: 5 })
      .toBuffer()
  } catch {
    return undefined
  }
}
