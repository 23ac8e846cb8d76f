import { Banner, Button, Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/store.ts'
import { useErrorText, useSay } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'
import { loadAccount } from '../page/accountActions.ts'
import { Recover } from '../signIn/Recover.tsx'
import { SignIn } from '../signIn/SignIn.tsx'
import { KeysSheet } from './KeysSheet.tsx'
import { Overview } from './Overview.tsx'

type Props = { page: AccountPage; sheet: HTMLElement; join: string | null }

function Waiting(): ReactElement {
  const say = useSay()
  return (
    <div className="ac-stack" role="status" aria-label={say('starting')}>
      <Skeleton shape="box" width="60%" height={32} />
      <Skeleton shape="box" height={160} />
      <Skeleton shape="box" height={160} />
    </div>
  )
}

function Failed({ text, body, onRetry }: { text: string; body?: string; onRetry: () => void }): ReactElement {
  const say = useSay()
  const retry = (
    <Button size="small" onClick={onRetry}>
      {say('tryAgain')}
    </Button>
  )
  return (
    <Banner tone="warning" role="alert" title={text} action={retry}>
      {body}
    </Banner>
  )
}

function NoticeBanner({ page }: { page: AccountPage }): ReactElement | null {
  const errorText = useErrorText()
  const { notice } = useStore(page.store)
  if (!notice) return null
  return (
    <Banner
      tone={notice.tone}
      role={notice.tone === 'danger' ? 'alert' : 'status'}
      title={errorText(notice.code, notice.text)}
    />
  )
}

function Content({ page, join }: Omit<Props, 'sheet'>): ReactElement {
  const say = useSay()
  const { status, keys, account, accountFailed, confirming } = useStore(page.store)
  if (status === 'down')
    return <Failed text={say('down.title')} body={say('down.body')} onRetry={() => location.reload()} />
  if (status === 'starting' || !keys) return <Waiting />
  if (keys.status === 'awaitingRecovery') return <Recover page={page} methods={keys.recovery} />
  if (keys.status !== 'signedIn' || confirming) return <SignIn page={page} join={join !== null} />
  if (accountFailed) return <Failed text={say('failed.account')} onRetry={() => void loadAccount(page)} />
  return account ? <Overview page={page} account={account} join={join} /> : <Waiting />
}

/** The account page, in whatever state the person is. */
export function AccountApp({ page, sheet, join }: Props): ReactElement {
  return (
    <div className="ac-stack">
      <NoticeBanner page={page} />
      <Content page={page} join={join} />
      <KeysSheet page={page} sheet={sheet} />
    </div>
  )
}
