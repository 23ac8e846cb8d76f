import type { Config, CustomWallet } from '@latchkey/core'

/** Spec 9. */
const MOST = 4

/** What stands elsewhere in the list of ways to connect. */
type Listed = { ids: ReadonlySet<string>; rdns: ReadonlySet<string> }

type RecommendedInput = {
  /** The directory's first page, best first. */
  first: readonly CustomWallet[]
  /** Wallets that were asked for by their ids. */
  picked: readonly CustomWallet[]
  featuredIds: readonly string[]
  listed: Listed
}

/**
 * The wallets that the page features, in its order, then up to 4 that the directory lists first; none that is
 * installed, was used last, or stands there already.
 */
export function recommendedWallets(input: RecommendedInput): {
  featured: CustomWallet[]
  recommended: CustomWallet[]
} {
  const { first, picked, featuredIds, listed } = input
  const isNew = ({ id, rdns }: CustomWallet) =>
    !listed.ids.has(id) && !(rdns !== undefined && listed.rdns.has(rdns))
  const known = new Map([...first, ...picked].map((wallet) => [wallet.id, wallet]))
  const featured = [...new Set(featuredIds)].flatMap((id) => known.get(id) ?? []).filter(isNew)
  const recommended = first.filter((wallet) => !featured.includes(wallet) && !featuredIds.includes(wallet.id))
  return { featured, recommended: recommended.filter(isNew).slice(0, MOST) }
}

type Recent = readonly { id: string; rdns?: string }[]

/** What a page lists without the directory: its connectors, the wallets used last and its own wallets. */
export function listedWallets(config: Config, recent: Recent): Listed {
  const entries = [
    ...config.connectors.getState().connectors,
    ...recent,
    ...(config.options.customWallets ?? []),
  ]
  return {
    ids: new Set(entries.map(({ id }) => id)),
    rdns: new Set(entries.flatMap(({ rdns }) => rdns ?? [])),
  }
}
