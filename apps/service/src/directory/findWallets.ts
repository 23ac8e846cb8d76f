import type { WalletListing, WalletsQuery } from '@latchkey/protocol/http'

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
export type IndexedWallet = {
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
