import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { imageId, type WalletListing, type WalletsQuery, walletListing } from '@latchkey/protocol/http'
import * as z from 'zod'
import { etagOf, matchesEtag } from '../crypto/etag.ts'
import { drawCurrencies } from './drawCurrencies.ts'

/** Lower case, without accents, words divided by single spaces. What a person types and what a list says then compare. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A wallet with what a search compares. */
type IndexedWallet = {
  listing: WalletListing
  name: string
  compactName: string
  rdns: string
  namespaces: ReadonlySet<string>
}

const compact = (text: string) => text.replaceAll(' ', '')
const namespaceOf = (caip2: string) => caip2.split(':')[0] ?? ''

/** Prepares wallets for `findWallets`; their order is kept. */
export function indexWallets(listings: readonly WalletListing[]): IndexedWallet[] {
  return listings.map((listing) => {
    const name = normalizeText(listing.name)
    return {
      listing,
      name,
      compactName: compact(name),
      rdns: (listing.rdns ?? '').toLowerCase(),
      namespaces: new Set(listing.chains.map(namespaceOf)),
    }
  })
}

/** 0 is the best match: the name, how it begins, how one of its words begins, any part of it, the rdns. */
function rankOf(wallet: IndexedWallet, words: string, raw: string): number | undefined {
  if (words) {
    const joined = compact(words)
    if (wallet.compactName === joined) return 0
    if (wallet.compactName.startsWith(joined)) return 1
    if (` ${wallet.name}`.includes(` ${words}`)) return 2
    if (wallet.compactName.includes(joined)) return 3
  }
  return wallet.rdns.includes(raw) ? 4 : undefined
}

function search(wallets: readonly IndexedWallet[], text: string): IndexedWallet[] {
  const words = normalizeText(text)
  const raw = text.trim().toLowerCase()
  if (!raw) return [...wallets]
  const groups: IndexedWallet[][] = [[], [], [], [], []]
  for (const wallet of wallets) {
    const rank = rankOf(wallet, words, raw)
    if (rank !== undefined) groups[rank]?.push(wallet)
  }
  return groups.flat()
}

/**
 * Answers `GET /getWallets`. Without a search the default order holds; with one, better matches come first and the
 * default order decides between equals, so pages never overlap.
 *
 * A wallet passes `chains` when it serves the *namespace* of one of them or states no networks: lists of networks are
 * rarely complete, and a wallet of a namespace can mostly be given its other networks.
 */
export function findWallets(wallets: readonly IndexedWallet[], query: WalletsQuery) {
  const include = query.include && new Set(query.include)
  const exclude = new Set(query.exclude)
  const namespaces = query.chains?.map(namespaceOf)
  const passing = wallets.filter(
    ({ listing, namespaces: served }) =>
      (!include || include.has(listing.id)) &&
      !exclude.has(listing.id) &&
      (!query.badge_type || listing.badge_type === query.badge_type) &&
      (!namespaces || served.size === 0 || namespaces.some((namespace) => served.has(namespace))),
  )
  const found = query.search ? search(passing, query.search) : passing
  const start = (query.page - 1) * query.entries
  const data = found.slice(start, start + query.entries).map(({ listing }) => listing)
  return { data, count: found.length }
}

/** `type`: `image/webp` unless told; a drawing is the service's own, never somebody's file. */
type StoredImage = { bytes: Uint8Array<ArrayBuffer>; etag: string; type?: 'image/webp' | 'image/svg+xml' }
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
function readImages(folder: string, problems: string[]): Map<string, StoredImage> {
  const images = new Map<string, StoredImage>()
  if (!existsSync(folder)) return images
  for (const file of readdirSync(folder).sort()) {
    const id = file.replace(/\.webp$/, '')
    const bytes = new Uint8Array(readFileSync(join(folder, file)))
    if (id === file || !imageId().safeParse(id).success)
      problems.push(`${join(folder, file)}: not named <id>.webp`)
    else if (bytes.length > MAX_BYTES || !isWebp(bytes))
      problems.push(`${join(folder, file)}: not a WebP picture of at most ${MAX_BYTES} bytes`)
    else images.set(id, { bytes, etag: etagOf(bytes) })
  }
  return images
}

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
  wallets: z.array(walletListing()).max(5_000),
})
export type DirectoryFile = z.output<typeof directoryFile>

/** All of the wallet directory, in memory and never changed. */
export type Directory = {
  wallets: readonly IndexedWallet[]
  walletImages: StoredImages
  /** Networks and connectors. */
  assetImages: StoredImages
  tokenImages: StoredImages
  /** By ISO 4217 code. */
  currencyImages: StoredImages
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
 * Reads the wallet directory: `wallets.json`, `wallet-icons/`, `asset-images/`, `token-images/` and `currency-images/`.
 *
 * @param folder the operator's, or the shipped one
 * @param shipped its images of networks and tokens are used where the operator has none of that id
 * @throws DirectoryError when anything in it is malformed
 * @example
 * const directory = loadDirectory(config.directoryDir ?? shippedDirectory())
 */
export function loadDirectory(folder: string, shipped: string = folder): Directory {
  const problems: string[] = []
  const path = join(folder, 'wallets.json')
  const wallets = readWallets(path, problems)
  const walletImages = readImages(join(folder, 'wallet-icons'), problems)
  const layered = (name: string) =>
    new Map(
      [shipped, ...(folder === shipped ? [] : [folder])].flatMap((from) => [
        ...readImages(join(from, name), problems),
      ]),
    )
  const [assetImages, tokenImages] = [layered('asset-images'), layered('token-images')]
  // A file goes before what is drawn.
  const currencyImages: StoredImages = new Map([...drawCurrencies(), ...layered('currency-images')])
  checkWallets(path, wallets, walletImages, problems)
  if (problems.length === 0)
    return { wallets: indexWallets(wallets), walletImages, assetImages, tokenImages, currencyImages }
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `  ${problem}`)
  if (problems.length > shown.length) shown.push(`  … and ${problems.length - shown.length} more`)
  throw new DirectoryError(`The wallet directory cannot be used:\n${shown.join('\n')}`)
}

/**
 * Answers with a picture that any page may show and read. Its id names it for good, so it is never asked for again.
 *
 * @param ifNoneMatch the header of that name
 */
export function imageResponse(
  { bytes, etag, type = 'image/webp' }: StoredImage,
  ifNoneMatch: string | undefined,
): Response {
  const headers = new Headers({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  })
  if (matchesEtag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', type)
  headers.set('content-disposition', 'inline')
  headers.set('content-length', String(bytes.length))
  return new Response(bytes, { headers })
}
