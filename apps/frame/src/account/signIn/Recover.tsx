import type { KeysState } from '@latchkey/protocol/keys'
import { Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/store.ts'
import { useSay } from '../locales/WordsContext.tsx'
import { type AccountPage, ask } from '../page/AccountPage.ts'
import { openPanel, runAction, signInBy, signOut } from '../page/accountActions.ts'

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
