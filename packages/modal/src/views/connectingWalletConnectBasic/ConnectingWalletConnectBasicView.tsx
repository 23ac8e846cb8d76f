import { Divider } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingStyles } from '../../parts/ConnectingStyles.tsx'
import { useMobile } from '../../parts/useMobile.ts'
import { useWalletRows } from '../connect/useWalletRows.ts'
import { WalletList } from '../connect/WalletList.tsx'
import { PairingPanel } from '../connectingWalletConnect/PairingPanel.tsx'
import { usePairing } from '../connectingWalletConnect/usePairing.ts'

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
  const pairing = usePairing(undefined, true)
  const others = rows.filter(({ group }) => group !== 'walletConnect')
  return (
    <div className="lk-stack" data-gap="16">
      <PairingPanel wallet={undefined} platform="qrcode" pairing={pairing} />
      {others.length > 0 || all !== undefined ? (
        <>
          <Divider>{say('connect.or')}</Divider>
          <WalletList rows={others} all={all} />
        </>
      ) : null}
    </div>
  )
}
