import { push, readRecentWallets } from '@latchkey/core'
import { type WalletRow, walletRows } from '@latchkey/core/wallets'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Chip, Icon, Row } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useDirectoryHolder, useDirectoryWallets } from '../../directory/DirectoryContext.tsx'
import { useSay } from '../../locales/LocaleContext.tsx'
import { pairingImageUrl } from '../../parts/pictures/pairingImageUrl.ts'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import { useOpen, usePreload } from '../../router/navigate.ts'

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

/** Wallets that the first view names. */
const FIRST = 3
/** What stands in the list of all wallets too. */
const LISTED: ReadonlySet<string> = new Set(['featured', 'custom', 'recommended'])

/**
 * What the first view has room for: three wallets, and the code for any other one.
 *
 * @returns the rows, and whether one is left out that the list of all wallets does not have
 */
export function firstRows({ rows, all }: WalletRows): { rows: readonly WalletRow[]; hasMore: boolean } {
  const others = rows.filter(({ group }) => group !== 'walletConnect').slice(FIRST)
  return {
    rows: rows.filter((row) => !others.includes(row)),
    hasMore: others.some(({ group }) => all === undefined || !LISTED.has(group)),
  }
}

/** The wallets of the first view, and a way to the others. */
export function FirstWallets(wallets: WalletRows): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { rows, hasMore } = firstRows(wallets)
  if (!hasMore) return <WalletList rows={rows} all={wallets.all} />
  return (
    <WalletList rows={rows} all={undefined}>
      <Row
        icon={<Icon name="dots" />}
        label={say('connect.more')}
        chevron
        onClick={() => push(config, { name: 'ConnectWallets' })}
      />
    </WalletList>
  )
}

type WalletListProps = WalletRows & {
  /** Stands at the end. */
  children?: ReactNode
}

/** Wallets, a row each, and the way to all of them. */
export function WalletList({ rows, all, children }: WalletListProps): ReactElement {
  const say = useSay()
  return (
    <ul className="lk-stack" aria-label={say('connect.wallets')}>
      {rows.map((row) => (
        <li key={row.key}>
          <WalletListRow row={row} />
        </li>
      ))}
      {all === undefined ? null : (
        <li>
          <AllWalletsRow count={all} />
        </li>
      )}
      {children ? <li>{children}</li> : null}
    </ul>
  )
}

function WalletListRow({ row }: { row: WalletRow }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const preload = usePreload()
  const isPairing = row.group === 'walletConnect' && row.icon === undefined
  return (
    <Row
      icon={isPairing ? <PairingIcon name={row.name} /> : <WalletIcon name={row.name} src={row.icon} />}
      label={<bdi>{row.name}</bdi>}
      trailing={row.chip ? <Chip>{say(`connect.${row.chip}`)}</Chip> : undefined}
      onPointerEnter={() => preload(row.entry.name)}
      onClick={() => push(config, row.entry)}
    />
  )
}

/** The mark of WalletConnect, which the service keeps. */
function PairingIcon({ name }: { name: string }): ReactElement {
  const config = useConfig()
  return <WalletIcon name={name} src={pairingImageUrl(config)} instead={<Icon name="qr" />} />
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
