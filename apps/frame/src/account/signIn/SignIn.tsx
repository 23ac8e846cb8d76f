import type { KeysState } from '@latchkey/protocol/keys'
import { socialName } from '@latchkey/protocol/socials'
import { Button, Icon, SocialMark } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/useStore.ts'
import { useSay } from '../locales/WordsContext.tsx'
import { type AccountPage, ask } from '../page/AccountPage.ts'
import {
  askFarcasterApp,
  openPanel,
  runAction,
  signInBy,
  signOut,
  unfreezeAndSignIn,
} from '../page/accountActions.ts'
import { offeredSocials, offersFarcaster } from '../page/socials.ts'
import { AwaitDevice, CodeEntry, EmailForm, FarcasterCode, goToSocial } from './SignInSteps.tsx'

/** Sends the code; a second one when the person must show again who they are. */
const sendCode = (page: AccountPage, email: string) =>
  runAction(page, 'email', async () => {
    await ask(page, 'startEmail', { email, resend: page.store.getState().confirming, locale: page.locale })
    page.store.setState({ keys: await ask(page, 'getState', {}) })
  })

function OtherWays({ page }: { page: AccountPage }): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const passkey = () =>
    runAction(page, 'passkey', () => signInBy(page, () => ask(page, 'signInWithPasskey', {})))
  return (
    <>
      <p className="ac-or">{say('in.or')}</p>
      <div className="ac-ways">
        <Button icon={<Icon name="key" />} loading={busy === 'passkey'} onClick={() => void passkey()}>
          {say('in.passkey')}
        </Button>
        {offeredSocials(page.config).map((provider) => (
          <Button
            key={provider}
            icon={<SocialMark provider={provider} size={20} />}
            loading={busy === provider}
            onClick={() => void goToSocial(page, provider, 'login')}
          >
            {say('in.social', { name: socialName(provider) })}
          </Button>
        ))}
        {offersFarcaster(page.config) ? (
          <Button
            icon={<SocialMark provider="farcaster" size={20} />}
            loading={busy === 'farcaster'}
            onClick={() => void askFarcasterApp(page, 'login')}
          >
            {say('in.social', { name: socialName('farcaster') })}
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** The sign-in was right, but the account is frozen: the person who signed in by the long code may lift that. */
function Frozen({ page }: { page: AccountPage }): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">{say('frozen.title')}</h1>
      <p className="lk-dim">{say('frozen.signIn')}</p>
      <p className="lk-dim">{say('frozen.takes')}</p>
      <Button variant="primary" loading={busy === 'unfreeze'} onClick={() => void unfreezeAndSignIn(page)}>
        {say('frozen.action')}
      </Button>
      <Button variant="ghost" loading={busy === 'signOut'} onClick={() => void signOut(page)}>
        {say('cancel')}
      </Button>
    </div>
  )
}

/** The ways into the account, or one step of them. */
export function SignIn({ page, join }: { page: AccountPage; join: boolean }): ReactElement {
  const say = useSay()
  const { keys, confirming, frozenLogin, farcaster, busy } = useStore(page.store)
  if (frozenLogin) return <Frozen page={page} />
  if (farcaster)
    return (
      <div className="ac-narrow ac-stack">
        <h1 className="ac-h1">{say('in.social', { name: socialName('farcaster') })}</h1>
        <FarcasterCode {...farcaster} />
      </div>
    )
  if (keys?.device && keys.status === 'awaitingDevice')
    return <AwaitDevice page={page} device={keys.device} />
  if (keys?.challenge) return <CodeEntry page={page} challenge={keys.challenge} />
  const words = confirming ? 'confirm' : join ? 'join' : null
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">{say(words ? `in.${words}Title` : 'in.title')}</h1>
      <p className="lk-dim">
        {words === 'join' ? say('join.body') : say(words ? 'in.confirmLede' : 'in.lede')}
      </p>
      <EmailForm
        label={say('in.email')}
        placeholder={say('in.placeholder')}
        busy={busy === 'email'}
        onSubmit={(email) => void sendCode(page, email)}
      />
      <OtherWays page={page} />
      {confirming ? (
        <Button variant="ghost" onClick={() => page.store.setState({ confirming: false })}>
          {say('back')}
        </Button>
      ) : null}
    </div>
  )
}

/** Signed in, but the protected wallet is not on this page yet: a passkey, or the code in the keys' own panel. */
export function Recover({
  page,
  methods,
}: {
  page: AccountPage
  methods: KeysState['recovery']
}): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const openByPasskey = () =>
    runAction(page, 'recover', () => signInBy(page, () => ask(page, 'recoverWithPasskey', {})))
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">{say('recover.title')}</h1>
      <p className="lk-dim">{say('recover.lede')}</p>
      {methods.includes('passkey') ? (
        <Button variant="primary" loading={busy === 'recover'} onClick={() => void openByPasskey()}>
          {say('recover.passkey')}
        </Button>
      ) : null}
      {methods.includes('code') ? (
        <Button
          variant={methods.includes('passkey') ? 'secondary' : 'primary'}
          onClick={() => void openPanel(page, 'enterCode')}
        >
          {say('recover.code')}
        </Button>
      ) : null}
      <Button variant="ghost" loading={busy === 'signOut'} onClick={() => void signOut(page)}>
        {say('signOut')}
      </Button>
    </div>
  )
}
