import {
  attemptStateOf,
  type Config,
  type Connector,
  type CustomWallet,
  keepsPairing,
  PairingUriError,
  PairingUriTimeoutError,
  type RecentWallet,
  readPlatform,
  WalletConnectMissingError,
} from '@latchkey/core'
import { isInstalled } from '@latchkey/core/wallets'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Divider, LiveRegion, Tabs } from '@latchkey/ui'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { type ConnectAttempt, ExtensionAttempt, useConnectAttempt } from '../../attempts/ConnectAttempt.tsx'
import { RetryButton } from '../../attempts/RetryButton.tsx'
import { useIsLate } from '../../attempts/useIsLate.ts'
import { useViewWork, type ViewWork } from '../../attempts/useViewWork.ts'
import { type Sayable, useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { useAgreed } from '../../parts/LegalGate.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import { useWalletRows, WalletList } from '../connect/WalletList.tsx'
import {
  MobilePanel,
  OpenPanel,
  type Platform,
  platformsOf,
  QrPanel,
  UnsupportedPanel,
  walletParam,
} from './AppPanels.tsx'

const LABELS: Readonly<Record<Platform, Sayable>> = {
  browser: 'connecting.browser',
  mobile: 'connecting.mobile',
  qrcode: 'connecting.qrcode',
  web: 'connecting.web',
  desktop: 'connecting.desktop',
  unsupported: 'connecting.title',
}

/** One wallet, or any that reads a code, in each place where it can be asked. */
export function ConnectingWalletConnectView({ params }: { params: unknown }): ReactElement {
  const wallet = useMemo(() => walletParam(params), [params])
  const say = useSay()
  const extension = useExtension(wallet)
  const platforms = platformsOf(wallet, { isMobile: useMobile(), isInstalled: extension !== undefined })
  const [chosen, setChosen] = useState<Platform>()
  const platform = platforms.find((one) => one === chosen) ?? platforms[0] ?? 'unsupported'
  const isPairing = platform !== 'browser' && platform !== 'unsupported'
  // Where a page opens this view first, nobody is asked before the box is ticked.
  const agreed = useAgreed()
  const pairing = usePairing(wallet, isPairing && agreed)
  const panel = !agreed ? null : platform === 'browser' && extension ? (
    <ExtensionAttempt connector={extension} />
  ) : isPairing ? (
    <PairingPanel wallet={wallet} platform={platform} pairing={pairing} />
  ) : wallet ? (
    <UnsupportedPanel wallet={wallet} />
  ) : null
  return (
    <>
      <ConnectingStyles />
      {platforms.length > 1 ? (
        <Tabs
          label={say('connecting.places')}
          tabs={platforms.map((id) => ({ id, label: say(LABELS[id]) }))}
          value={platform}
          onChange={setChosen}
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
    </>
  )
}

/** The extension of a wallet, known by its rdns; of two that claim the same one, neither. */
function useExtension(wallet: CustomWallet | undefined) {
  const { connectors } = useSlice(useConfig().connectors)
  if (wallet?.rdns === undefined) return undefined
  const [only, ...others] = connectors.filter(
    (connector) => isInstalled(connector) && connector.rdns === wallet.rdns,
  )
  return others.length === 0 ? only : undefined
}

/** Any wallet: the code first, then the list. On a phone the code helps nobody, so there the list is all. */
export function ConnectingWalletConnectBasicView(): ReactElement {
  const wallets = useWalletRows()
  const isMobile = useMobile()
  return (
    <>
      <ConnectingStyles />
      {isMobile ? <WalletList {...wallets} /> : <CodeAndList {...wallets} />}
    </>
  )
}

function CodeAndList({ rows, all }: ReturnType<typeof useWalletRows>): ReactElement {
  const say = useSay()
  const agreed = useAgreed()
  // A code on the screen is a way to connect as well: there is none before the box is ticked.
  const pairing = usePairing(undefined, agreed)
  const others = rows.filter(({ group }) => group !== 'walletConnect')
  return (
    <div className="lk-stack" data-gap="16">
      {agreed ? <PairingPanel wallet={undefined} platform="qrcode" pairing={pairing} /> : null}
      {others.length > 0 || all !== undefined ? (
        <>
          {agreed ? <Divider>{say('connect.or')}</Divider> : null}
          <WalletList rows={others} all={all} />
        </>
      ) : null}
    </div>
  )
}

type Pairing = ConnectAttempt & {
  uri: string | undefined
  /** The page has no way to pair. */
  isMissing: boolean
}

/** Pairs with whichever wallet takes the link. A link that grows old is replaced by the connector, without a word. */
function usePairing(wallet: RecentWallet | undefined, isOn: boolean): Pairing {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { pairingUri: uri } = useSlice(config.modal)
  const connector = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  const { manualWCControl: isOwn = false, pairingUri: ask } = config.options
  const attempt = useConnectAttempt({ connectorId: isOn && !isOwn ? connector?.id : undefined, wallet })
  const own = useOwnPairing(isOn && isOwn)
  useNextPairing(isOn && !isOwn ? connector : undefined)
  if (!isOwn) return { ...attempt, uri, isMissing: !connector }
  const state = own.error === undefined ? 'waiting' : attemptStateOf(own.error)
  return { ...own, state, uri, isMissing: !ask && uri === undefined }
}

/**
 * Where a link opens an app only from the tap itself (Telegram, iOS Safari), a pairing is at hand for the next tap too:
 * whoever leaves one wallet for another finds its link ready.
 */
function useNextPairing(connector: Connector | undefined): void {
  const config = useConfig()
  useEffect(() => {
    // Connecting and signing in at once has a link of its own, which nobody can prepare.
    const isOneClick = config.siwx !== undefined && connector?.authenticate !== undefined
    if (!connector?.prepare || isOneClick || !keepsPairing(readPlatform(window))) return
    return () => {
      // By now the attempt is over; a connector that waits or is connected prepares nothing.
      setTimeout(() => {
        if (config.modal.getState().open) connector.prepare?.().catch(() => undefined)
      })
    }
  }, [config, connector])
}

type AskForUri = NonNullable<Config['options']['pairingUri']>

/** ms that the page may take to make a link. */
const ASK_LIMIT = 30_000
/** Spec 4: how long a pairing lives, and how long before its end it is replaced; ms. */
const LIFE = 240_000
const REFRESH_BEFORE = 10_000
/** Longer than any link with every parameter of ERC-1328. */
const LONGEST_URI = 2_048

/** Shows the links that a page makes of its own WalletConnect session, one after the other. */
function useOwnPairing(isOn: boolean): ViewWork {
  const config = useConfig()
  const { pairingUri: ask } = config.options
  return useViewWork(async (signal) => {
    while (ask && !signal.aborted) await showOne(config, ask, signal)
  }, isOn)
}

async function showOne({ modal }: Config, ask: AskForUri, signal: AbortSignal): Promise<void> {
  const uri = await within(ASK_LIMIT, (async () => ask({ signal }))(), signal)
  if (signal.aborted) return
  const expiresAt = endOf(uri)
  if (expiresAt === undefined) throw new PairingUriError()
  modal.setState({ pairingUri: uri, pairingExpiresAt: expiresAt })
  await until(expiresAt - REFRESH_BEFORE, signal)
  if (modal.getState().pairingUri === uri)
    modal.setState({ pairingUri: undefined, pairingExpiresAt: undefined })
}

/** When a link ends, ms since the epoch; undefined for what is no link, or one that is about to end. */
function endOf(uri: unknown): number | undefined {
  if (typeof uri !== 'string' || uri.length > LONGEST_URI || !uri.startsWith('wc:')) return undefined
  const seconds = Number(new URLSearchParams(uri.split('?')[1]).get('expiryTimestamp'))
  const end = Math.min(Date.now() + LIFE, seconds > 0 ? seconds * 1_000 : Number.POSITIVE_INFINITY)
  return end - REFRESH_BEFORE > Date.now() ? end : undefined
}

/** The answer, or nothing once it is aborted. */
function within(limit: number, answer: Promise<string>, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PairingUriTimeoutError()), limit)
    const stop = () => {
      clearTimeout(timer)
      resolve(undefined)
    }
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    })
  })
}

function until(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, time - Date.now())
    signal.addEventListener('abort', end)
  })
}

type PairingPanelProps = {
  wallet: CustomWallet | undefined
  platform: Platform
  pairing: Pairing
}

/** A link usually comes within a second; after this long something is said, ms. */
const SLOW = 10_000

/** What one does with the link in one place, or why there is none. */
function PairingPanel({ wallet, platform, pairing }: PairingPanelProps): ReactElement {
  const say = useSay()
  const { state, error, retry, uri, isMissing } = pairing
  const isSlow = useIsLate(state === 'waiting' && uri === undefined && !isMissing, SLOW)
  if (isMissing) return <ErrorCard error={new WalletConnectMissingError()} />
  if (state === 'failed')
    return <ErrorCard error={error} action={{ label: say('shell.tryAgain'), onClick: retry }} />
  if (state !== 'waiting') return <Ended wallet={wallet} state={state} onRetry={retry} />
  const slow = isSlow ? say('connecting.slow') : ''
  return (
    <div className="lk-stack" data-gap="16">
      {platform === 'qrcode' || !wallet ? (
        <QrPanel wallet={wallet} uri={uri} />
      ) : platform === 'mobile' ? (
        <MobilePanel wallet={wallet} uri={uri} />
      ) : (
        <OpenPanel wallet={wallet} uri={uri} platform={platform} />
      )}
      {isSlow ? <p className="lk-small lk-dim lk-center">{slow}</p> : null}
      <LiveRegion message={slow} />
    </div>
  )
}

type EndedProps = { wallet: CustomWallet | undefined; state: 'declined' | 'pending'; onRetry: () => void }

/** Nothing went wrong: the person said no, or has another request to answer. */
function Ended({ wallet, state, onRetry }: EndedProps): ReactElement {
  const say = useSay()
  const name = wallet?.name ?? say('connecting.anyWallet')
  const title = say(`connecting.${state}`, { name })
  const help = say(`connecting.${state}Help`, { name })
  return (
    <>
      <ConnectingHero name={name} icon={wallet?.image_url} waiting={false} title={title} help={help} />
      <RetryButton onClick={onRetry} />
      <LiveRegion message={`${title}. ${help}`} />
    </>
  )
}
