import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDrawing } from './encodeIcon.ts'

/**
 * Renders every `drawings/<id>.svg` of a directory as `asset-images/<id>.webp`.
 *
 * @returns how many there are
 */
export async function drawAssets(folder: string): Promise<number> {
  const drawings = readdirSync(join(folder, 'drawings')).filter((file) => file.endsWith('.svg'))
  mkdirSync(join(folder, 'asset-images'), { recursive: true })
  for (const file of drawings) {
    const bytes = await encodeDrawing(readFileSync(join(folder, 'drawings', file), 'utf8'))
    writeFileSync(join(folder, 'asset-images', file.replace(/\.svg$/, '.webp')), bytes)
  }
  return drawings.length
}
