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

/** Renders a drawing of our own. */
export async function encodeDrawing(svg: string): Promise<Uint8Array> {
  const bytes = await encode(Buffer.from(svg))
  if (!bytes) throw new Error('A drawing cannot be rendered.')
  return bytes
}

async function encode(source: Uint8Array): Promise<Uint8Array | undefined> {
  // The service itself runs without it.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(source, { limitInputPixels: 4_096 * 4_096, pages: 1 })
      .resize(96, 96, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 82, effort: 6 })
      .toBuffer()
  } catch {
    return undefined
  }
}
