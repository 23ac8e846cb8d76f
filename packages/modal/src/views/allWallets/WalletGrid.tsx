import type { CustomWallet } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { type ReactElement, useCallback, useRef, useState } from 'react'
import type { Directory } from '../../directory/createDirectory.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { SkeletonTiles } from './SkeletonTiles.tsx'
import { useEnd } from './useEnd.ts'
import { scrollerOf, useColumns, useGridRows } from './useGridRows.ts'
import { useRestoredScroll } from './useRestoredScroll.ts'
import { useTileKeys } from './useTileKeys.ts'
import { WalletTile } from './WalletTile.tsx'
import { isInstalled } from './walletEntry.ts'

/** Rows of skeletons that stand for the next page. */
const COMING = 2

export type WalletGridProps = {
  wallets: readonly CustomWallet[]
  total: number | undefined
  hasMore: boolean
  /** Where to begin. */
  place: Directory['place']
  /** Id of the wallet that takes the focus when the view is shown. */
  focused: string | undefined
  onEnd: () => void
  onChoose: (wallet: CustomWallet, scrollTop: number) => void
}

/** Wallets in rows of tiles, of which only those in sight are in the page. */
export function WalletGrid(props: WalletGridProps): ReactElement {
  const { wallets, total, hasMore, place, focused, onEnd, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  const say = useSay()
  const { connectors } = useSlice(useConfig().connectors)
  const columns = useColumns(list)
  const [begin] = useState(place)
  const [active, activate] = useState(() =>
    Math.max(
      0,
      wallets.findIndex(({ id }) => id === begin.walletId),
    ),
  )
  const tileRows = Math.ceil(wallets.length / columns)
  const rows = useGridRows({
    list,
    count: tileRows + (hasMore ? COMING : 0),
    kept: Math.floor(active / columns),
    scrollTop: begin.scrollTop,
  })
  const reveal = (index: number) => rows.scrollToIndex(Math.floor(index / columns))
  const keys = useTileKeys({ list, count: wallets.length, columns, activate, reveal })
  useRestoredScroll(list, begin.scrollTop)
  useEnd({ last: rows.range?.endIndex ?? 0, rows: tileRows, hasMore, items: wallets, onEnd })
  const choose = useCallback(
    (wallet: CustomWallet) => onChoose(wallet, scrollerOf(list.current)?.scrollTop ?? 0),
    [onChoose],
  )

  const tile = (wallet: CustomWallet, index: number) => (
    <WalletTile
      key={wallet.id}
      wallet={wallet}
      index={index}
      total={total}
      isInstalled={isInstalled(wallet, connectors)}
      isActive={index === active}
      autofocus={wallet.id === focused}
      onChoose={choose}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between the list and its items.
    <div
      ref={list}
      role="list"
      className="lk-tiles"
      aria-label={say('wallets.list')}
      style={{ blockSize: rows.getTotalSize() }}
      {...keys}
    >
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={rows.measureElement}
          role="presentation"
          className="lk-tile-row"
          data-index={row.index}
          data-columns={columns}
          style={{ transform: `translateY(${row.start - rows.options.scrollMargin}px)` }}
        >
          {row.index < tileRows ? (
            wallets
              .slice(row.index * columns, (row.index + 1) * columns)
              .map((wallet, column) => tile(wallet, row.index * columns + column))
          ) : (
            <SkeletonTiles count={columns} />
          )}
        </div>
      ))}
    </div>
  )
}
