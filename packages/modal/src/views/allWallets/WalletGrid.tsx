import type { Connector, CustomWallet, RouterEntry } from '@latchkey/core'
import type { Directory } from '@latchkey/core/directory'
import { useConfig, useSlice } from '@latchkey/react/provider'
import {
  memo,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { LetterIcon } from '../../parts/pictures/WalletIcon.tsx'
import { scrollerOf, useColumns, useGridRows } from './useGridRows.ts'
import { useTileKeys } from './useTileKeys.ts'

const isExtension = ({ type }: Connector): boolean => type === 'ANNOUNCED' || type === 'INJECTED'

/** The ways to a wallet that is in this browser. They are known by their rdns: a name proves nothing. */
const extensionsOf = (wallet: CustomWallet, connectors: readonly Connector[]): Connector[] =>
  wallet.rdns === undefined
    ? []
    : connectors.filter((connector) => isExtension(connector) && connector.rdns === wallet.rdns)

export const isInstalled = (wallet: CustomWallet, connectors: readonly Connector[]): boolean =>
  extensionsOf(wallet, connectors).length > 0

/** The view that connects a wallet: by its extension where there is one, else by WalletConnect. */
export function walletEntry(wallet: CustomWallet, connectors: readonly Connector[]): RouterEntry {
  const [first, ...others] = extensionsOf(wallet, connectors)
  if (!first) return { name: 'ConnectingWalletConnect', params: { wallet } }
  const namespaces = new Set([first, ...others].flatMap((connector) => connector.namespaces))
  return others.length > 0 && namespaces.size > 1
    ? { name: 'ConnectingMultiChain', params: { rdns: wallet.rdns } }
    : { name: 'ConnectingExternal', params: { connectorId: first.id } }
}

type WalletTileProps = {
  wallet: CustomWallet
  /** From 0. */
  index: number
  total: number | undefined
  isInstalled: boolean
  /** The one that Tab leads to. */
  isActive: boolean
  /** The focus begins here. */
  autofocus: boolean
  onChoose: (wallet: CustomWallet) => void
}

/** One wallet of the grid. */
const WalletTile = memo(function WalletTile(props: WalletTileProps) {
  const { wallet, index, total, isInstalled, isActive, autofocus, onChoose } = props
  const say = useSay()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list item must stand in a list, and the rows between are no lists.
    <div role="listitem" aria-setsize={total ?? -1} aria-posinset={index + 1}>
      <button
        type="button"
        className="lk-tile"
        data-tile={index}
        data-autofocus={autofocus || undefined}
        tabIndex={isActive ? 0 : -1}
        onClick={() => onChoose(wallet)}
      >
        <WalletImage wallet={wallet} />
        <bdi className="lk-tile-name">{wallet.name}</bdi>
        {isInstalled ? <span className="lk-tile-note"> {say('wallets.installed')}</span> : null}
      </button>
    </div>
  )
})

/** A wallet's picture, or its first letter in the same space. */
function WalletImage({ wallet }: { wallet: CustomWallet }): ReactElement {
  const [failed, setFailed] = useState<string>()
  const url = wallet.image_url
  if (url === undefined || url === failed) return <LetterIcon name={wallet.name} />
  return (
    <img
      src={url}
      alt=""
      width={48}
      height={48}
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(url)}
    />
  )
}

/** The shape of tiles that are to come. Decoration. */
export const SkeletonTiles = ({ count }: { count: number }): ReactElement => (
  <>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they differ in nothing else.
      <span key={index} className="lk-tile-skeleton" aria-hidden="true" />
    ))}
  </>
)

/** Rows of skeletons that stand for the next page. */
const COMING = 2

type WalletGridProps = {
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

/** Rows between what is in sight and the end when the next page is asked for. */
const AHEAD = 3

type EndOptions = {
  /** The last row in sight. */
  last: number
  rows: number
  hasMore: boolean
  /** What is there so far: each page is a reason to look again. */
  items: readonly unknown[]
  onEnd: () => void
}

/** Asks for more when the end nears. */
function useEnd({ last, rows, hasMore, items, onEnd }: EndOptions): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `items` says that a page has come.
  useEffect(() => {
    if (hasMore && last + AHEAD >= rows) onEnd()
  }, [last, rows, hasMore, onEnd, items])
}

/**
 * Frames: a view takes 200 ms to come, and cannot be scrolled further than its height before. A page that stands still
 * for a while has not had its time.
 */
const MOST = 60
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls back to where the visitor was, unless he scrolls himself. */
function useRestoredScroll(list: RefObject<HTMLElement | null>, top: number): void {
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || top <= 0) return
    let left = MOST
    let frame = 0
    const stop = () => {
      cancelAnimationFrame(frame)
      for (const input of INPUTS) scroller.removeEventListener(input, stop)
    }
    const step = () => {
      scroller.scrollTop = top
      const isThere = Math.abs(scroller.scrollTop - top) < 2
      if (isThere || left === 0) return stop()
      left -= 1
      frame = requestAnimationFrame(step)
    }
    for (const input of INPUTS) scroller.addEventListener(input, stop, { passive: true })
    step()
    return stop
  }, [list, top])
}
