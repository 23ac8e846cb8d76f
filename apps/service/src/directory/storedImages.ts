import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageId } from '@latchkey/protocol/http'
import { etagOf } from '../http/etag.ts'

export type StoredImage = { bytes: Uint8Array<ArrayBuffer>; etag: string }
export type StoredImages = ReadonlyMap<string, StoredImage>

/** An icon of 96 × 96 is far smaller. */
const MAX_BYTES = 64 * 1024

/** RFC 9649: `RIFF`, a length, `WEBP`. */
function isWebp(bytes: Uint8Array): boolean {
  const tag = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  return tag(0) === 'RIFF' && tag(8) === 'WEBP'
}

/**
 * Reads every `<id>.webp` of a folder; a folder that is not there has none.
 *
 * @param problems gets one sentence for each file that is not an icon
 */
export function readImages(folder: string, problems: string[]): Map<string, StoredImage> {
  const images = new Map<string, StoredImage>()
  if (!existsSync(folder)) return images
  for (const file of readdirSync(folder).sort()) {
    const id = file.replace(/\.webp$/, '')
    const bytes = new Uint8Array(readFileSync(join(folder, file)))
    if (id === file || !imageId.safeParse(id).success)
      problems.push(`${join(folder, file)}: not named <id>.webp`)
    else if (bytes.length > MAX_BYTES || !isWebp(bytes))
      problems.push(`${join(folder, file)}: not a WebP picture of at most ${MAX_BYTES} bytes`)
    else images.set(id, { bytes, etag: etagOf(bytes) })
  }
  return images
}
