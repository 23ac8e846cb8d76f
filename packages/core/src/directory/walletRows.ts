import type { Config } from '../interfaces/Config.ts'
import type { ConnectorGroup, CustomWallet } from '../interfaces/ConnectOptions.ts'
import type { Connector, ConnectorType } from '../interfaces/Connector.ts'
import type { RecentWallet } from '../storage/storedState.ts'

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

/** The view that a wallet's row leads to. */
export type WalletEntry =
  | { name: 'ConnectingWalletConnect'; params?: { wallet: CustomWallet } }
  | { name: 'ConnectingExternal'; params: { connectorId: string } }
  | { name: 'ConnectingMultiChain'; params: { rdns: string } }

/** One wallet of the list: where its row stands, and the view that it leads to. */
export type WalletRow = {
  key: string
  group: ConnectorGroup
  name: string
  icon: string | undefined
  chip: 'recent' | 'installed' | undefined
  installed: boolean
  entry: WalletEntry
}

export type WalletRowsInput = {
  connectors: readonly Connector[]
  /** The page's own order; what it leaves out follows in the usual one. */
  order: readonly ConnectorGroup[]
  /** Newest first. */
  recent: readonly RecentWallet[]
  /** A WalletConnect session can be made: without it no wallet of a list can be reached. */
  canPair: boolean
  custom: readonly CustomWallet[]
  featured: readonly CustomWallet[]
  recommended: readonly CustomWallet[]
  /** What is known of the recent ones. */
  known: readonly CustomWallet[]
}

/** What one has used or installed is what one came for: it stands before the code for any other wallet. */
const ORDER: readonly ConnectorGroup[] = [
  'recent',
  'injected',
  'walletConnect',
  'featured',
  'custom',
  'external',
  'recommended',
]
/** Recommended wallets fill the list up to this many. */
const ENOUGH = 4
const EXTENSION: ReadonlySet<ConnectorType> = new Set(['INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'])

/** A wallet that is already in this browser. */
export const isInstalled = ({ type }: Connector): boolean => EXTENSION.has(type)

type Candidate = WalletRow & { ids: readonly string[] }

/** The wallets of the first view, each once, in the order of their groups. */
export function walletRows(input: WalletRowsInput): WalletRow[] {
  const rows = withRecent(unique(candidates(input)), input.recent)
  const others = rows.filter(({ group }) => group !== 'walletConnect' && group !== 'recommended').length
  const order = [...new Set([...input.order, ...ORDER])]
  return order.flatMap((group) => {
    const some = rows.filter((row) => row.group === group)
    return group === 'recommended' ? some.slice(0, Math.max(0, ENOUGH - others)) : some
  })
}

/** What is installed stands before what is only listed: a wallet that is both has one row. */
function candidates({ connectors, canPair, ...listed }: WalletRowsInput): Candidate[] {
  const pairing = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  const external = connectors.filter(({ type, isSocial }) => type === 'EXTERNAL' && !isSocial)
  const list = (group: ConnectorGroup, wallets: readonly CustomWallet[]) =>
    canPair ? wallets.map((wallet) => listingRow(group, wallet)) : []
  return [
    ...(canPair ? [pairingRow(pairing)] : []),
    ...extensionRows(connectors.filter(isInstalled)),
    ...list('featured', listed.featured),
    ...list('custom', listed.custom),
    ...external.map((connector) => connectorRow('external', connector)),
    ...list('recommended', listed.recommended),
    ...list('recent', listed.known),
  ]
}

const pairingRow = (connector: Connector | undefined): Candidate => ({
  key: 'walletConnect',
  ids: [],
  group: 'walletConnect',
  name: connector?.name ?? 'WalletConnect',
  icon: connector?.icon,
  chip: undefined,
  installed: false,
  entry: { name: 'ConnectingWalletConnect' },
})

const listingRow = (group: ConnectorGroup, wallet: CustomWallet): Candidate => ({
  key: wallet.id,
  ids: idsOf(wallet),
  group,
  name: wallet.name,
  icon: wallet.image_url,
  chip: undefined,
  installed: false,
  entry: { name: 'ConnectingWalletConnect', params: { wallet } },
})

/** A wallet of the directory, as a row. */
export function directoryRow(wallet: CustomWallet): WalletRow {
  const { ids: _, ...row } = listingRow('recommended', wallet)
  return row
}

const connectorRow = (group: ConnectorGroup, connector: Connector): Candidate => ({
  key: connector.id,
  ids: idsOf(connector),
  group,
  name: connector.name,
  icon: connector.icon,
  chip: isInstalled(connector) ? 'installed' : undefined,
  installed: isInstalled(connector),
  entry:
    connector.namespaces.length > 1 && isInstalled(connector)
      ? { name: 'ConnectingMultiChain', params: { rdns: connector.rdns ?? connector.id } }
      : { name: 'ConnectingExternal', params: { connectorId: connector.id } },
})

const idsOf = ({ id, rdns }: { id: string; rdns?: string }): string[] => (rdns ? [id, rdns] : [id])

/** A wallet that announces itself on several namespaces has one row. Two that claim one namespace are two wallets. */
function extensionRows(connectors: readonly Connector[]): Candidate[] {
  return connectors.flatMap((connector, index): Candidate[] => {
    const { rdns } = connector
    const same = rdns === undefined ? [] : connectors.filter((other) => other.rdns === rdns)
    const row = connectorRow('injected', connector)
    if (same.length < 2) return [row]
    // Which of them is the wallet of that name, nobody can tell: neither is called by it.
    if (isAmbiguous(same)) return [{ ...row, key: `extension:${connector.id}`, ids: [] }]
    if (connectors.indexOf(same[0] ?? connector) !== index) return []
    const key = rdns ?? row.key
    return [{ ...row, key, entry: { name: 'ConnectingMultiChain', params: { rdns: key } } }]
  })
}

/** Two of them serve the same namespace. */
export function isAmbiguous(connectors: readonly Connector[]): boolean {
  const namespaces = connectors.flatMap((connector) => connector.namespaces)
  return new Set(namespaces).size < namespaces.length
}

function unique(rows: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return rows.filter(({ ids }) => {
    const isNew = !ids.some((id) => seen.has(id))
    for (const id of ids) seen.add(id)
    return isNew
  })
}

/** Rows of what was used last move to the front, newest first; what is only known as recent and was not, goes. */
function withRecent(rows: readonly Candidate[], recent: readonly RecentWallet[]): WalletRow[] {
  const used = recent.flatMap((wallet) => {
    const row = rows.find(({ ids }) => idsOf(wallet).some((id) => ids.includes(id)))
    return row ? [row] : []
  })
  const moved = [...new Set(used)]
  return [
    ...moved.map((row): Candidate => ({ ...row, group: 'recent', chip: 'recent' })),
    ...rows.filter((row) => !moved.includes(row) && row.group !== 'recent'),
  ].map(({ ids: _, ...row }) => row)
}
