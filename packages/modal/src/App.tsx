import { activeAccount, type Config, close, currentView, goBack, hideToast } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Header, ToastHost, type ToastItem, ViewTransition } from '@latchkey/ui'
import { type ReactElement, useLayoutEffect } from 'react'
import type { View } from './defineView.ts'
import type { Sayable } from './locales/Locale.ts'
import { useSay } from './locales/LocaleContext.tsx'
import { AlertCard } from './parts/AlertCard.tsx'
import { LegalGate } from './parts/LegalGate.tsx'
import { TITLE_ID } from './shell/createShell.ts'
import { useShownRouter } from './useShownRouter.ts'
import { accountView } from './views/account/view.ts'
import { connectView } from './views/connect/view.ts'
import { findView } from './views/index.ts'

export type AppProps = {
  /** Called when another view is on the screen: the focus has to follow it. */
  onView: () => void
  /** How often the modal has been opened. */
  openings: () => number
}

/** Header, view and toasts, inside the shell. */
export function App({ onView, openings }: AppProps): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { router, open, session } = useShownRouter(openings)
  const entry = currentView(router)
  const view = findView(entry.name) ?? home(config)
  const viewKey = `${session}/${router.stack.length}/${view.name}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is what moves the focus.
  useLayoutEffect(() => {
    if (open) onView()
  }, [viewKey, open])
  const isFirst = router.stack.length === 1
  const hasBack = view.back && !isFirst
  const isLegal = view.legal === true || (view.legal === 'first' && isFirst)
  return (
    <>
      <Header
        title={say(view.title)}
        titleId={TITLE_ID}
        onBack={hasBack ? () => goBack(config) : undefined}
        backLabel={say('shell.back')}
        onClose={config.embedded ? undefined : () => close(config)}
        closeLabel={say('shell.close')}
      />
      <div className="lk-scroll">
        <AlertCard />
        <ViewTransition key={session} viewKey={viewKey} direction={router.direction}>
          {isLegal ? (
            <LegalGate above={view.legal === 'first'}>{view.render(entry.params)}</LegalGate>
          ) : (
            view.render(entry.params)
          )}
        </ViewTransition>
      </div>
      <Toasts />
    </>
  )
}

/** For a view that nobody registered: a page may ask for any name. */
const home = (config: Config): View => (activeAccount(config).address ? accountView : connectView)

/** Core's fixed sentences that a visitor may meet. */
const TOAST_WORDS: Readonly<Record<string, Sayable>> = {
  'RPC method not allowed': 'toast.rpcNotAllowed',
  'Action not allowed': 'toast.actionNotAllowed',
  'This application might not support Smart Accounts': 'toast.noSmartAccounts',
  'Signature declined': 'siwx.declined',
  'The sign-in did not work. Try again.': 'error.signIn',
  'The sign-in took too long. Check the connection and try again.': 'error.timeout',
}

function Toasts(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { toast } = useSlice(config.notices)
  const words = toast && TOAST_WORDS[toast.message]
  const item: ToastItem | undefined = toast && {
    id: toast.id,
    tone: toast.kind,
    message: words ? say(words) : toast.message,
  }
  return <ToastHost toast={item} onDismiss={() => hideToast(config)} dismissLabel={say('shell.dismiss')} />
}
