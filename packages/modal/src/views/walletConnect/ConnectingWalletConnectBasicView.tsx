import { Divider } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { useAgreed } from '../../parts/LegalGate.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import { useWalletRows, WalletList } from '../connect/WalletList.tsx'
import { PairingPanel, usePairing } from './PairingPanel.tsx'

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
