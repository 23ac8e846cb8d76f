import { push } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { Chip, Icon, Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useDirectoryHolder } from '../../directory/DirectoryContext.tsx'
import { useSay } from '../../locales/LocaleContext.tsx'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { usePreload } from '../../router/navigate.ts'
import type { WalletRows } from './useWalletRows.ts'
import { roundCount, type WalletRow } from './walletRows.ts'

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
