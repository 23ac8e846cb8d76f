import { Button, LiveRegion } from '@latchkey/ui'
import { type ReactElement, useId, useMemo } from 'react'
import type { ApprovalPhase, ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import { approvalLocale } from '../locales/approvalLocale.ts'
import { LocaleProvider, useLocale, useSay } from '../locales/LocaleContext.tsx'
import { AppName, WhoAsks } from '../screens/approval/Notices.tsx'
import { ScreenFrame } from '../screens/parts/ScreenFrame.tsx'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { useStore } from '../store/useStore.ts'
import type { WindowLink, WindowState } from './windowLink.ts'

type CardProps = { link: WindowLink; content: ApprovalScreenContent }

const label = {
  offered: 'review',
  opening: 'again',
  open: 'show',
  closed: 'again',
  blocked: 'again',
} as const

/** Once it was approved, a window that is closed stops nothing. */
const busyWords = {
  confirming: 'approve.checkingAgain',
  signing: 'approve.signing',
  sending: 'approve.sending',
} as const

const isBusy = (phase: ApprovalPhase): phase is keyof typeof busyWords => Object.hasOwn(busyWords, phase)

function Footer({ link, content, state }: CardProps & { state: WindowState }): ReactElement {
  const say = useSay()
  const busy = isBusy(content.phase)
  return (
    <div className="lk-stack" data-gap="8">
      <Button variant="primary" onClick={() => link.open()}>
        {say(`window.${label[state]}`)}
      </Button>
      <Button
        aria-disabled={busy || undefined}
        // As on the request's own screen: a double click turns down one request, not the next one too.
        onClick={({ detail }) => !busy && detail < 2 && content.onReject()}
      >
        {say(content.view.reject ?? 'approve.reject')}
      </Button>
    </div>
  )
}

/** Stands in the page while a request is reviewed in the wallet's own window. Nothing can be approved here. */
export function WindowCard({
  link,
  content,
  wallet,
  onEscape,
  onFocusExit,
}: CardProps & ScreenProps): ReactElement {
  const base = useLocale()
  const locale = useMemo(() => approvalLocale(base), [base])
  const { state } = useStore(link.store)
  return (
    <LocaleProvider value={locale}>
      <Card {...{ link, content, wallet, onEscape, onFocusExit, state }} />
    </LocaleProvider>
  )
}

function Card(props: CardProps & ScreenProps & { state: WindowState }): ReactElement {
  const { link, content, state, ...frame } = props
  const say = useSay()
  const heading = useId()
  const { phase } = content
  const text = say(state === 'closed' && isBusy(phase) ? busyWords[phase] : `window.${state}`)
  return (
    <ScreenFrame
      {...frame}
      labelledBy={heading}
      screenKey={content.id}
      footer={<Footer link={link} content={content} state={state} />}
    >
      {content.own ? null : <WhoAsks site={content.site} />}
      {content.own || content.appName === null ? null : <AppName name={content.appName} />}
      <div className="lk-stack" data-gap="4">
        <h1 id={heading} tabIndex={-1} className="fr-label">
          {say(content.view.title)}
        </h1>
        <p className="fr-title">{say('window.title')}</p>
      </div>
      <p>{text}</p>
      <LiveRegion message={text} />
    </ScreenFrame>
  )
}

/** The card as the frame's screen. */
export const drawCard =
  (link: WindowLink, content: ApprovalScreenContent) =>
  (props: ScreenProps): ReactElement => <WindowCard {...props} link={link} content={content} />
