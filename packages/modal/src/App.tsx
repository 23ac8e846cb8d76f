import { close, currentView, goBack, hideToast, type ToastName } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Header, ToastHost, type ToastItem, ViewTransition } from '@latchkey/ui'
import { type ReactElement, useContext, useLayoutEffect } from 'react'
import { type Sayable, useSay } from './locales/LocaleContext.tsx'
import type { View } from './parts/defineView.tsx'
import { AlertCard } from './parts/ErrorCard.tsx'
import { LegalGate } from './parts/LegalGate.tsx'
import { ShownContext } from './router/navigate.ts'
import { TITLE_ID } from './shell/createShell.ts'

export type AppProps = {
  /** Called when another view is on the screen: the focus has to follow it. */
  onView: () => void
  /** The view of a name. */
  viewOf: (name: string) => View
}

/** Header, view and toasts, inside the shell. */
export function App({ onView, viewOf }: AppProps): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { router, open, session } = useSlice(useContext(ShownContext))
  const entry = currentView(router)
  const view = viewOf(entry.name)
  const viewKey = `${session}/${router.stack.length}/${view.name}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is what moves the focus.
  useLayoutEffect(() => {
    if (open) onView()
  }, [viewKey, open])
  const isFirst = router.stack.length === 1
  const hasBack = view.back && !isFirst
  const isLegal = view.legal === true || (view.legal !== false && isFirst)
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
            <LegalGate legal={view.legal}>{view.render(entry.params)}</LegalGate>
          ) : (
            view.render(entry.params)
          )}
        </ViewTransition>
      </div>
      <Toasts />
    </>
  )
}

/** What core tells, in the words of the visitor. */
const TOAST_WORDS: Readonly<Record<ToastName, Sayable>> = {
  actionNotAllowed: 'toast.actionNotAllowed',
  authenticating: 'code.finishing',
  noSmartAccounts: 'toast.noSmartAccounts',
  signatureDeclined: 'siwx.declined',
  signInFailed: 'error.signIn',
  signInTimeout: 'error.timeout',
}

function Toasts(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { toast } = useSlice(config.notices)
  const item: ToastItem | undefined = toast && {
    id: toast.id,
    tone: toast.kind,
    message: toast.name ? say(TOAST_WORDS[toast.name]) : toast.message,
  }
  return <ToastHost toast={item} onDismiss={() => hideToast(config)} dismissLabel={say('shell.dismiss')} />
}
