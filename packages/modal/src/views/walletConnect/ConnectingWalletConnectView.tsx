import type { CustomWallet } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Tabs } from '@latchkey/ui'
import { type ReactElement, useMemo, useState } from 'react'
import { ExtensionAttempt } from '../../attempts/ExtensionAttempt.tsx'
import { type Sayable, useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { useAgreed } from '../../parts/LegalGate.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import { isInstalled } from '../connect/WalletList.tsx'
import { type Platform, platformsOf, UnsupportedPanel, walletParam } from './AppPanels.tsx'
import { PairingPanel, usePairing } from './PairingPanel.tsx'

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
