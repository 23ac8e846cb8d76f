import {
  type Connector,
  type ConnectorGroup,
  type ConnectorType,
  type CustomWallet,
  push,
  type RecentWallet,
  type RouterEntry,
  readRecentWallets,
} from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Chip, Icon, Row } from '@latchkey/ui'
import { type ReactElement, useMemo } from 'react'
import { useDirectoryHolder, useDirectoryWallets } from '../../directory/DirectoryContext.tsx'
import { useSay } from '../../locales/LocaleContext.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { useOpen, usePreload } from '../../router/navigate.ts'

/** One wallet of the list: where its row stands, and the view that it leads to. */
type WalletRow = {
  key: string
  group: ConnectorGroup
  name: string
  icon: string | undefined
  chip: 'recent' | 'installed' | undefined
  installed: boolean
  entry: RouterEntry
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

/** Spec 9. */
const ORDER: readonly ConnectorGroup[] = [
  'walletConnect',
  'recent',
  'injected',
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

/** The wallets of the first view, each once, in the order of their groups (spec 9). */
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
  return connectors.flatMap((connector, index) => {
    const { rdns } = connector
    const same = rdns === undefined ? [] : connectors.filter((other) => other.rdns === rdns)
    const row = connectorRow('injected', connector)
    if (same.length < 2) return [row]
    // Which of them is the wallet of that name, nobody can tell: neither is called by it.
    if (isAmbiguous(same)) return [{ ...row, key: `extension:${connector.id}`, ids: [] }]
    if (connectors.indexOf(same[0] ?? connector) !== index) return []
    return [{ ...row, key: rdns ?? row.key, entry: { name: 'ConnectingMultiChain', params: { rdns } } }]
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

/** A count that need not be exact: full tens with a plus. */
export const roundCount = (count: number): string =>
  count <= 10 ? String(count) : `${Math.floor(count / 10) * 10}+`

export type WalletRows = {
  rows: readonly WalletRow[]
  /** How many the whole list has, if a way to it is offered; 0 while that is not known. */
  all: number | undefined
}

/** The wallets that this page offers now. */
export function useWalletRows(): WalletRows {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { featured, recommended, recent, count } = useDirectoryWallets(useOpen())
  const isMobile = useMobile()
  const { enableWallets = true, allWallets = 'SHOW', ...options } = config.options
  const canPair = options.manualWCControl === true || connectors.some(({ type }) => type === 'WALLET_CONNECT')
  const rows = useMemo(
    () =>
      enableWallets
        ? walletRows({
            connectors,
            order: options.connectorTypeOrder ?? [],
            recent: readRecentWallets(config.storage),
            canPair,
            custom: options.customWallets ?? [],
            featured,
            recommended,
            known: recent,
          })
        : [],
    [
      config,
      enableWallets,
      connectors,
      canPair,
      featured,
      recommended,
      recent,
      options.connectorTypeOrder,
      options.customWallets,
    ],
  )
  const hasAll = canPair && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isMobile))
  return { rows, all: enableWallets && hasAll ? (count ?? 0) : undefined }
}

/** Wallets, a row each, and the way to all of them. */
export const WalletList = ({ rows, all }: WalletRows): ReactElement => (
  <div className="lk-stack">
    {rows.map((row) => (
      <WalletListRow key={row.key} row={row} />
    ))}
    {all === undefined ? null : <AllWalletsRow count={all} />}
  </div>
)

function WalletListRow({ row }: { row: WalletRow }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const preload = usePreload()
  const isPairing = row.group === 'walletConnect' && row.icon === undefined
  return (
    <Row
      icon={isPairing ? <Icon name="qr" /> : <WalletIcon name={row.name} src={row.icon} />}
      label={<bdi>{row.name}</bdi>}
      trailing={row.chip ? <Chip>{say(`connect.${row.chip}`)}</Chip> : undefined}
      onPointerEnter={() => preload(row.entry.name)}
      onClick={() => push(config, row.entry)}
    />
  )
}

function AllWalletsRow({ count }: { count: number }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const preloadView = usePreload()
  const directory = useDirectoryHolder()
  const preload = () => {
    preloadView('AllWallets')
    directory.start()
  }
  return (
    <Row
      icon={<Icon name="search" />}
      label={say('connect.all')}
      trailing={
        count > 0 ? (
          <Chip>
            <bdi dir="ltr">{roundCount(count)}</bdi>
          </Chip>
        ) : undefined
      }
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => push(config, { name: 'AllWallets' })}
    />
  )
}
