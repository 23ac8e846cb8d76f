import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { walletListing } from '@latchkey/protocol/http'
import * as z from 'zod'
import { type IndexedWallet, indexWallets } from './findWallets.ts'
import { readImages, type StoredImages } from './storedImages.ts'

/**
 * The folder of the directory that comes with the service: `data` beside `dist` when this runs from the bundle, beside
 * `src` when it runs from the sources.
 *
 * @param from the folder of the running file
 */
export function shippedDirectory(from = dirname(fileURLToPath(import.meta.url))): string {
  const [bundled, source] = [join(from, '..', 'data'), join(from, '..', '..', 'data')]
  return existsSync(join(bundled, 'wallets.json')) ? bundled : source
}

const MAX_PROBLEMS = 20

/** `wallets.json`: the wallets in their default order. */
export const directoryFile = z.strictObject({
  version: z.literal(1),
  /** Where the list came from, in words. */
  source: z.string().min(1).max(200),
  wallets: z.array(walletListing).max(5_000),
})
export type DirectoryFile = z.output<typeof directoryFile>

/** All of the wallet directory, in memory and never changed. */
export type Directory = {
  wallets: readonly IndexedWallet[]
  walletImages: StoredImages
  /** Networks and connectors. */
  assetImages: StoredImages
}

/** The directory's files are not usable; the message names each problem on a line of its own. */
export class DirectoryError extends Error {
  override name = 'DirectoryError'
}

function readWallets(path: string, problems: string[]): DirectoryFile['wallets'] {
  try {
    const result = directoryFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (result.success) return result.data.wallets
    for (const { path: place, message } of result.error.issues)
      problems.push(`${path}: ${place.length ? `${place.join('.')}: ` : ''}${message}`)
  } catch (error) {
    problems.push(`${path}: ${error instanceof SyntaxError ? 'not JSON' : 'cannot be read'}`)
  }
  return []
}

function checkWallets(
  path: string,
  wallets: DirectoryFile['wallets'],
  icons: StoredImages,
  problems: string[],
) {
  const seen = new Set<string>()
  wallets.forEach(({ id, order, image_id }, index) => {
    if (seen.has(id)) problems.push(`${path}: the id ${id} occurs twice`)
    seen.add(id)
    if (order !== index + 1) problems.push(`${path}: wallets.${index}.order must be ${index + 1}`)
    if (image_id && !icons.has(image_id)) problems.push(`${path}: the icon ${image_id} of ${id} is missing`)
  })
}

/**
 * Reads the wallet directory: `wallets.json`, `wallet-icons/` and `asset-images/`.
 *
 * @param folder the operator's, or the shipped one
 * @param shipped its asset images are used where the operator has none of that id
 * @throws DirectoryError when anything in it is malformed
 * @example
 * const directory = loadDirectory(config.directoryDir ?? shippedDirectory())
 */
export function loadDirectory(folder: string, shipped: string = folder): Directory {
  const problems: string[] = []
  const path = join(folder, 'wallets.json')
  const wallets = readWallets(path, problems)
  const walletImages = readImages(join(folder, 'wallet-icons'), problems)
  const assetImages = readImages(join(shipped, 'asset-images'), problems)
  if (folder !== shipped)
    for (const [id, image] of readImages(join(folder, 'asset-images'), problems)) assetImages.set(id, image)
  checkWallets(path, wallets, walletImages, problems)
  if (problems.length === 0) return { wallets: indexWallets(wallets), walletImages, assetImages }
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `  ${problem}`)
  if (problems.length > shown.length) shown.push(`  … and ${problems.length - shown.length} more`)
  throw new DirectoryError(`The wallet directory cannot be used:\n${shown.join('\n')}`)
}
