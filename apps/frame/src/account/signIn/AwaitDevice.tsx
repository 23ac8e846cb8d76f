import type { KeysState } from '@latchkey/protocol/keys'
import { Button, Spinner } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { useStore } from '../../store/store.ts'
import { Say, useSay } from '../locales/WordsContext.tsx'
import { type AccountPage, ask } from '../page/AccountPage.ts'
import { runAction, waitForDevice } from '../page/accountActions.ts'

/** Gives up the step and shows the ways in again. */
export const startOver = (page: AccountPage) =>
  runAction(page, 'cancel', async () => {
    page.store.set({ keys: await ask(page, 'cancelLogin', {}) })
  })

/** Waits for the answer that the person gives from the mailbox. */
export function AwaitDevice({
  page,
  device,
}: {
  page: AccountPage
  device: NonNullable<KeysState['device']>
}): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  useEffect(() => {
    const left = new AbortController()
    void waitForDevice(page, left.signal)
    return () => left.abort()
  }, [page])
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">
        <Say message="await.title" values={{ email: <bdi dir="ltr">{device.emailHint}</bdi> }} />
      </h1>
      <p className="lk-dim">{say('await.lede')}</p>
      <p className="ac-number">
        <span className="lk-small lk-dim">{say('await.number')}</span>
        <strong>{device.number}</strong>
      </p>
      <p className="ac-line" role="status">
        <Spinner /> {say('await.waiting')}
      </p>
      <Button variant="ghost" loading={busy === 'cancel'} onClick={() => void startOver(page)}>
        {say('code.other')}
      </Button>
    </div>
  )
}
