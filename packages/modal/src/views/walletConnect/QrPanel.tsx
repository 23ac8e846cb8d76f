import type { CustomWallet } from '@latchkey/core'
import { Button, CopyButton, Icon, LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { webUrl } from '../../parts/webUrl.ts'

/** The link as a code for another device, and as a text to copy. */
export function QrPanel(props: { wallet: CustomWallet | undefined; uri: string | undefined }): ReactElement {
  const { wallet, uri } = props
  const say = useSay()
  const text = wallet ? say('connecting.scanWith', { name: wallet.name }) : say('connecting.scanWithAny')
  const label = say('connecting.codeFor', { name: wallet?.name ?? say('connecting.anyWallet') })
  const logo = wallet ? <WalletIcon name={wallet.name} src={wallet.image_url} /> : undefined
  const homepage = webUrl(wallet?.homepage)
  return (
    <div className="lk-stack" data-gap="12">
      <QrCode value={uri} label={label} logo={logo} />
      <p className="lk-small lk-dim lk-center">{text}</p>
      {uri === undefined ? (
        <Button disabled icon={<Icon name="copy" />}>
          {say('connecting.copy')}
        </Button>
      ) : (
        <CopyButton
          variant="button"
          value={uri}
          label={say('connecting.copy')}
          copiedLabel={say('shell.copied')}
          failedLabel={say('shell.copyFailed')}
        />
      )}
      {wallet && homepage ? (
        <p className="lk-small lk-center">
          <a href={homepage} target="_blank" rel="noopener noreferrer">
            {say('connecting.get', { name: wallet.name })}
          </a>
        </p>
      ) : null}
      <LiveRegion message={uri === undefined ? say('connecting.preparing') : ''} />
    </div>
  )
}
