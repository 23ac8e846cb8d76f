import { push } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { Chip, Icon, Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { usePreloadAllWallets } from '../../directory/usePreloadAllWallets.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { ConnectingExternal } from '../connectingExternal/ConnectingExternal.ts'
import { ConnectingWalletConnect } from '../connectingWalletConnect/ConnectingWalletConnect.ts'
import { roundCount } from './roundCount.ts'
import type { WalletRows } from './useWalletRows.ts'
import type { WalletRow } from './walletRows.ts'

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
  const { preload } =
    row.entry.name === 'ConnectingWalletConnect' ? ConnectingWalletConnect : ConnectingExternal
  const isPairing = row.group === 'walletConnect' && row.icon === undefined
  return (
    <Row
      icon={isPairing ? <Icon name="qr" /> : <WalletIcon name={row.name} src={row.icon} />}
      label={<bdi>{row.name}</bdi>}
      trailing={row.chip ? <Chip>{say(`connect.${row.chip}`)}</Chip> : undefined}
      onPointerEnter={preload}
      onClick={() => push(config, row.entry)}
    />
  )
}

function AllWalletsRow({ count }: { count: number }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const preload = usePreloadAllWallets()
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
