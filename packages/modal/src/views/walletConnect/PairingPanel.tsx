import { type CustomWallet, WalletConnectMissingError } from '@latchkey/core'
import { LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { RetryButton } from '../../attempts/RetryButton.tsx'
import { useLate } from '../../attempts/useLate.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { MobilePanel, OpenPanel } from './AppPanels.tsx'
import { QrPanel } from './QrPanel.tsx'
import type { Pairing } from './usePairing.ts'
import type { Platform } from './walletToPair.ts'

export type PairingPanelProps = {
  wallet: CustomWallet | undefined
  platform: Platform
  pairing: Pairing
}

/** A link usually comes within a second; after this long something is said, ms. */
const SLOW = 10_000

/** What one does with the link in one place, or why there is none. */
export function PairingPanel({ wallet, platform, pairing }: PairingPanelProps): ReactElement {
  const say = useSay()
  const { state, error, retry, uri, isMissing } = pairing
  const isSlow = useLate(state === 'waiting' && uri === undefined && !isMissing, SLOW)
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
