import { type CustomWallet, codeOf, push } from '@latchkey/core'
import { createDirectory, type Directory, type WalletSearchState } from '@latchkey/core/directory'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Button, Icon, IconButton, LiveRegion, Spinner, TextField } from '@latchkey/ui'
import { type ReactElement, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDirectoryHolder } from '../../directory/DirectoryContext.tsx'
import { preloadImages } from '../../directory/preloadImages.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import styles from './allWallets.css?inline'
import { scrollerOf } from './useGridRows.ts'
import { SkeletonTiles, WalletGrid, walletEntry } from './WalletGrid.tsx'

type WalletSearchFieldProps = {
  search: WalletSearchState
  /** How many were found; undefined while that is not known. */
  count: number | undefined
  autofocus: boolean
  onType: (text: string) => void
}

/** What is searched, and for those who do not see it how much was found. */
function WalletSearchField({ search, count, autofocus, onType }: WalletSearchFieldProps): ReactElement {
  const say = useSay()
  const { text, query, isBusy } = search
  return (
    <>
      <TextField
        role="searchbox"
        label={say('wallets.search')}
        hideLabel
        placeholder={say('wallets.search')}
        leading={isBusy ? <Spinner /> : <Icon name="search" />}
        value={text}
        maxLength={100}
        data-autofocus={autofocus || undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        action={
          text === '' ? undefined : (
            <IconButton icon="close" label={say('wallets.clear')} onClick={() => onType('')} />
          )
        }
      />
      <LiveRegion
        message={query === undefined || isBusy || count === undefined ? '' : say('wallets.found', { count })}
      />
    </>
  )
}

/** Pictures that are waited for before skeletons give way. */
const AWAITED = 20

type ShownWallets = {
  wallets: readonly CustomWallet[]
  /** On all pages; undefined while not known. */
  total: number | undefined
  /** Skeletons stand for all of them. */
  isWaiting: boolean
  hasMore: boolean
  error: unknown
  loadMore(): void
  retry(): void
}

/** What the list shows: what was searched, else all wallets; the page's own ones first. */
function useShownWallets(directory: Directory): ShownWallets {
  const { found, query = '' } = useSlice(directory.search)
  const list = found ?? directory.all
  const { wallets: listed, count, hasMore, isLoading, error } = useSlice(list)
  const own = useOwnWallets(query)
  const wallets = useMemo(() => {
    const ids = new Set(own.map(({ id }) => id))
    return [...own, ...listed.filter(({ id }) => !ids.has(id))]
  }, [own, listed])
  const isReady = useFirstImages(listed)
  const isFirst = listed.length === 0 && (isLoading || (hasMore && error === undefined))
  return {
    wallets,
    total: count === undefined ? undefined : Math.max(count + own.length, wallets.length),
    isWaiting: isFirst || (listed.length > 0 && !isReady),
    hasMore: hasMore && error === undefined,
    error,
    loadMore: list.loadMore,
    retry: list.retry,
  }
}

const NONE: readonly CustomWallet[] = []

function useOwnWallets(query: string): readonly CustomWallet[] {
  const { customWallets = NONE } = useConfig().options
  return useMemo(() => {
    const wanted = query.toLowerCase()
    return customWallets.filter(({ name }) => name.toLowerCase().includes(wanted))
  }, [customWallets, query])
}

/** Whether the first pictures have come, or have been waited for long enough. What is at hand is shown at once. */
function useFirstImages(wallets: readonly CustomWallet[]): boolean {
  const [isReady, setReady] = useState(wallets.length > 0)
  useEffect(() => {
    if (isReady || wallets.length === 0) return
    const controller = new AbortController()
    const { signal } = controller
    const urls = wallets.slice(0, AWAITED).flatMap(({ image_url }) => image_url ?? [])
    void preloadImages(urls, { signal }).then(() => signal.aborted || setReady(true))
    return () => controller.abort()
  }, [isReady, wallets])
  return isReady
}

const START: Directory['place'] = { scrollTop: 0, walletId: undefined }
/** As many as fill the card. */
const SKELETONS = 20

/** Every wallet of the directory, to be scrolled and searched. */
export function AllWalletsView(): ReactElement {
  const holder = useDirectoryHolder()
  const directory = useSlice(holder)
  useLayoutEffect(() => void holder.ensure(createDirectory), [holder])
  return (
    <div className="lk-wallets">
      <StyleSheet css={styles} />
      {directory ? <Wallets directory={directory} /> : <Skeletons />}
    </div>
  )
}

function Wallets({ directory }: { directory: Directory }): ReactElement {
  const root = useRef<HTMLDivElement>(null)
  const place = usePlace(directory)
  const search = useSlice(directory.search)
  const shown = useShownWallets(directory)
  const isMobile = useMobile()
  const { chosen, choose, openQr } = useWays(directory)
  const key = search.query ?? ''
  const [firstKey] = useState(key)
  const isFirst = key === firstKey
  const focused = chosen ?? (isFirst ? place.walletId : undefined)
  // Other wallets begin at the top.
  useEffect(() => {
    const scroller = scrollerOf(root.current)
    if (key !== firstKey && scroller) scroller.scrollTop = 0
  }, [key, firstKey])
  return (
    <div ref={root} aria-busy={shown.isWaiting || search.isBusy}>
      <div className="lk-pinned lk-wallets-bar">
        <WalletSearchField
          search={search}
          count={shown.total}
          autofocus={focused === undefined}
          onType={directory.search.type}
        />
        {isMobile ? <QrButton onClick={openQr} /> : null}
      </div>
      {shown.isWaiting ? (
        <Skeletons />
      ) : shown.wallets.length > 0 ? (
        <WalletGrid
          key={key}
          wallets={shown.wallets}
          total={shown.total}
          hasMore={shown.hasMore}
          place={isFirst ? place : START}
          focused={focused}
          onEnd={shown.loadMore}
          onChoose={choose}
        />
      ) : shown.error === undefined ? (
        <NoWallets query={search.query} onShowAll={() => directory.search.type('')} onQr={openQr} />
      ) : null}
      <Failure shown={shown} />
    </div>
  )
}

/** Where to begin: at the top, or where the visitor was when he comes back from a wallet. */
function usePlace(directory: Directory): Directory['place'] {
  const config = useConfig()
  const [isBack] = useState(() => config.router.getState().direction === 'prev')
  const [place] = useState(() => (isBack ? directory.place : START))
  useLayoutEffect(() => {
    if (!isBack) directory.search.type('')
    directory.loadHome()
    return () => directory.search.stop()
  }, [directory, isBack])
  return place
}

/** The ways on: to a wallet, and, where the page can pair, to the QR code. */
function useWays(directory: Directory) {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  // The view may be wanted again before it has left.
  const [chosen, setChosen] = useState<string>()
  const { manualWCControl = false, basic = false } = config.options
  const choose = useCallback(
    (wallet: CustomWallet, scrollTop: number) => {
      directory.place = { scrollTop, walletId: wallet.id }
      setChosen(wallet.id)
      push(config, walletEntry(wallet, config.connectors.getState().connectors))
    },
    [config, directory],
  )
  const canPair = manualWCControl || basic || connectors.some(({ type }) => type === 'WALLET_CONNECT')
  const openQr = canPair
    ? () => {
        directory.place = START
        push(config, { name: 'ConnectingWalletConnect' })
      }
    : undefined
  return { chosen, choose, openQr }
}

function QrButton({ onClick }: { onClick: (() => void) | undefined }): ReactElement | null {
  const say = useSay()
  if (!onClick) return null
  return <IconButton variant="filled" icon="qr" label={say('wallets.qr')} onClick={onClick} />
}

const Skeletons = (): ReactElement => (
  <div className="lk-tile-row" data-columns="4">
    <SkeletonTiles count={SKELETONS} />
  </div>
)

function Failure({ shown }: { shown: ShownWallets }): ReactElement | null {
  const say = useSay()
  if (shown.error === undefined) return null
  return (
    <div className="lk-wallets-failure">
      <ErrorCard
        error={directoryErrorOf(shown.error)}
        action={{ label: say('shell.tryAgain'), onClick: shown.retry }}
      />
    </div>
  )
}

type NoWalletsProps = {
  /** What was searched; undefined: nothing. */
  query: string | undefined
  onShowAll: () => void
  /** Leads to the QR code; undefined where the page cannot pair. */
  onQr: (() => void) | undefined
}

/** Nothing is listed, and a way on. */
function NoWallets({ query, onShowAll, onQr }: NoWalletsProps): ReactElement {
  const say = useSay()
  return (
    <div className="lk-empty">
      <p>{query === undefined ? say('wallets.none') : say('wallets.empty', { query })}</p>
      {onQr ? (
        <>
          <p className="lk-dim">{say('wallets.emptyHelp')}</p>
          <Button size="small" variant="primary" onClick={onQr}>
            {say('wallets.qr')}
          </Button>
        </>
      ) : null}
      {query === undefined ? null : (
        <Button size="small" onClick={onShowAll}>
          {say('wallets.showAll')}
        </Button>
      )}
    </div>
  )
}

/** `DirectoryRefusedError` */
const REFUSED = 5083

/** The error that a visitor can be told of: when the service refused and said why, that is the reason. */
export function directoryErrorOf(error: unknown): unknown {
  if (codeOf(error) !== REFUSED) return error
  const { data } = error as { data?: unknown }
  return codeOf(data) === undefined ? error : data
}
