import { Banner, Skeleton } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { TrustStrip } from '../../screens/parts/ScreenFrame.tsx'
import type { Wallet } from '../../screens/parts/ScreenProps.ts'
import { useStore } from '../../store/useStore.ts'
import { useErrorText, useSay } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'
import { closePanel, loadAccount } from '../page/accountActions.ts'
import { Recover, SignIn } from '../signIn/SignIn.tsx'
import { Failed } from './Failed.tsx'
import { Overview } from './Overview.tsx'

/** CSS px, until the panel has said how high it is. */
const LEAST_HEIGHT = 200

/**
 * Shows the keys document over the page while it draws a panel. The element stays where it is, for a moved iframe loads
 * anew; everything else on the page is inert meanwhile.
 */
function KeysSheet({ page, sheet }: { page: AccountPage; sheet: HTMLElement }): ReactElement | null {
  const say = useSay()
  const { panel } = useStore(page.store)
  const open = panel !== null
  const height = Math.max(panel?.height ?? 0, LEAST_HEIGHT)
  const before = useRef<Element | null>(null)

  useEffect(() => {
    const iframe = sheet.querySelector('iframe')
    const root = document.getElementById('root')
    if (!iframe || !root) return
    sheet.toggleAttribute('data-open', open)
    root.inert = open
    if (open) {
      before.current = document.activeElement
      iframe.title = say('panel.label')
      iframe.focus()
    } else if (before.current instanceof HTMLElement) before.current.focus()
  }, [open, sheet, say])
  useEffect(() => {
    const iframe = sheet.querySelector('iframe')
    if (iframe) iframe.style.blockSize = `${height}px`
  }, [height, sheet])
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') void closePanel(page)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, page])
  if (!open) return null
  return createPortal(
    <button
      type="button"
      className="ac-backdrop"
      aria-label={say('close')}
      onClick={() => void closePanel(page)}
    />,
    document.body,
  )
}

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
  const { status, keys, account, accountFailed, confirming, frozenLogin } = useStore(page.store)
  const [isAnswered, setAnswered] = useState(false)
  if (status === 'down')
    return <Failed text={say('down.title')} body={say('down.body')} onRetry={() => location.reload()} />
  if (status === 'starting' || !keys) return <Waiting />
  // Before the freeze is lifted, or the person has shown again who they are, nothing opens the wallet.
  if (keys.status === 'awaitingRecovery' && !confirming && !frozenLogin)
    return <Recover page={page} methods={keys.recovery} />
  if (keys.status !== 'signedIn' || confirming) return <SignIn page={page} join={join !== null} />
  if (accountFailed) return <Failed text={say('failed.account')} onRetry={() => void loadAccount(page)} />
  if (!account) return <Waiting />
  return (
    <Overview
      page={page}
      account={account}
      join={isAnswered ? null : join}
      onAnswered={() => setAnswered(true)}
    />
  )
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

/** What every page of the wallet's own origin has around it: whose page it is, and room. */
export function PageFrame({ wallet, children }: { wallet: Wallet; children: ReactNode }): ReactElement {
  return (
    <div className="ac-page">
      <TrustStrip wallet={wallet} />
      <main className="ac-main">{children}</main>
    </div>
  )
}

/** The same with the picture that the person chose, which may change while the page is open. */
export function OwnPageFrame({
  page,
  wallet,
  children,
}: {
  page: AccountPage
  wallet: Wallet
  children: ReactNode
}): ReactElement {
  const { picture } = useStore(page.store)
  const [mark, setMark] = useState<ReactElement>()
  useEffect(() => {
    let left = false
    // Nothing is loaded for who has chosen none.
    if (picture === '') setMark(undefined)
    else
      import('../../screens/parts/OwnMark.tsx').then(
        ({ markOf }) => left || setMark(markOf(picture)),
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [picture])
  return <PageFrame wallet={{ ...wallet, mark }}>{children}</PageFrame>
}
