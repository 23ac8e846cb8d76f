import { push, readRecentWallets } from '@latchkey/core'
import { type WalletRow, walletRows } from '@latchkey/core/wallets'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Chip, Icon, Row } from '@latchkey/ui'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { useDirectoryHolder, useDirectoryWallets } from '../../directory/DirectoryContext.tsx'
import { useSay } from '../../locales/LocaleContext.tsx'
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
      icon={isPairing ? <PairingIcon name={row.name} /> : <WalletIcon name={row.name} src={row.icon} />}
      label={<bdi>{row.name}</bdi>}
      trailing={row.chip ? <Chip>{say(`connect.${row.chip}`)}</Chip> : undefined}
      onPointerEnter={() => preload(row.entry.name)}
      onClick={() => push(config, row.entry)}
    />
  )
}

/** The mark of WalletConnect; the code that knows the service's pictures is not part of the first opening. */
function PairingIcon({ name }: { name: string }): ReactElement {
  const config = useConfig()
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    void import('../../parts/pictures/pairingImageUrl.ts').then(
      ({ pairingImageUrl }) => setSrc(pairingImageUrl(config)),
      () => undefined,
    )
  }, [config])
  return <WalletIcon name={name} src={src} instead={<Icon name="qr" />} />
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
