import { goBack, isDeclined } from '@latchkey/core'
import { cancelSiwx, isSiwxRequired, signSiwx } from '@latchkey/core/siwx'
import { useAccount, useConfig, useNetwork, useSlice } from '@latchkey/react'
import { Address, Button, Card, Icon, LiveRegion } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'

/** 'Signature declined' and a sign-in that was left: the person's own choice. */
const CALM: ReadonlySet<number> = new Set([5063, 5070])

export type SignIn = {
  busy: 'sign' | 'cancel' | undefined
  declined: boolean
  error: unknown
  sign: () => void
  cancel: () => void
}

/** Signs in or leaves, and says how that goes. */
function useSignIn(): SignIn {
  const config = useConfig()
  const [busy, setBusy] = useState<SignIn['busy']>()
  const [error, setError] = useState<unknown>()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const run = (kind: 'sign' | 'cancel', action: () => Promise<void>) => {
    // The wallet may be asked already: leaving is possible all the same.
    if (busy === kind) return
    setBusy(kind)
    setError(undefined)
    action().then(
      () => !isGone.current && setBusy(undefined),
      (failure: unknown) => {
        if (isGone.current) return
        setBusy(undefined)
        setError(failure)
      },
    )
  }
  const isCalm = isDeclined(error) || CALM.has((error as { code?: number } | undefined)?.code ?? 0)
  return {
    busy,
    declined: error !== undefined && isCalm,
    error: isCalm ? undefined : error,
    sign: () => run('sign', () => signSiwx(config)),
    cancel: () => (config.siwx ? run('cancel', () => cancelSiwx(config)) : goBack(config)),
  }
}

/** Asks for the signature that signs in to this page (CAIP-122), and says what it means. */
export function SIWXSignMessageView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { busy, declined, error, sign, cancel } = useSignIn()
  const { shake } = useSlice(config.modal)
  const isRequired = config.siwx !== undefined && isSiwxRequired(config.siwx)
  const status = declined ? say('siwx.declined') : busy === 'sign' ? say('siwx.waiting') : ''
  const required = isRequired ? say('siwx.required') : ''
  return (
    <>
      <ConnectingStyles />
      <div className="lk-stack" data-gap="16">
        <Request />
        {status ? <p className="lk-small lk-dim lk-center">{status}</p> : null}
        {error === undefined ? null : <ErrorCard error={error} />}
        <div className="lk-pair">
          <Button loading={busy === 'cancel'} onClick={cancel}>
            {say(busy === 'cancel' ? 'siwx.cancelling' : 'siwx.cancel')}
          </Button>
          <Button variant="primary" loading={busy === 'sign'} onClick={sign}>
            {say(busy === 'sign' ? 'siwx.signing' : 'siwx.sign')}
          </Button>
        </div>
        {required ? <p className="lk-caption lk-dim lk-center">{required}</p> : null}
      </div>
      <LiveRegion message={shake && isRequired ? required : status} />
    </>
  )
}

/** Who asks, with which account, and what a signature does. */
function Request(): ReactElement {
  const { metadata } = useConfig()
  const { address, connectedWalletInfo } = useAccount()
  const { network } = useNetwork()
  const say = useSay()
  // The page's own name may say anything; the address it was loaded from may not.
  const domain = globalThis.location.host
  const name = metadata?.name || domain
  return (
    <>
      <div>
        <div className="lk-site">
          <WalletIcon name={name} src={metadata?.icons[0]} />
          <Icon name="dots" />
          <WalletIcon
            name={connectedWalletInfo?.name ?? say('connecting.anyWallet')}
            src={connectedWalletInfo?.icon}
          />
        </div>
        <div className="lk-stack" data-gap="4" data-align="center">
          <p className="lk-heading">{say('siwx.request', { name })}</p>
          {name === domain ? null : (
            <p className="lk-small lk-dim">
              <bdi dir="ltr">{domain}</bdi>
            </p>
          )}
        </div>
      </div>
      <Card>
        <dl className="lk-facts">
          <div>
            <dt>{say('siwx.account')}</dt>
            <dd>{address ? <Address value={address} /> : null}</dd>
          </div>
          <div>
            <dt>{say('siwx.network')}</dt>
            <dd>{network?.name}</dd>
          </div>
        </dl>
      </Card>
      <p className="lk-small lk-dim lk-center">{say('siwx.meaning')}</p>
    </>
  )
}
