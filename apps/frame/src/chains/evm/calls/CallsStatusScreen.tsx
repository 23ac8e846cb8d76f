import { Button, Icon, Spinner } from '@latchkey/ui'
import { type ReactElement, useId, useMemo } from 'react'
import type { Detour } from '../../../approvals/ApprovalView.ts'
import { approvalLocale } from '../../../locales/approvalLocale.ts'
import { LocaleProvider, useLocale, useSay } from '../../../locales/LocaleContext.tsx'
import { CallList } from '../../../screens/approval/CallList.tsx'
import { Facts } from '../../../screens/approval/Facts.tsx'
import { PendingBar } from '../../../screens/approval/PendingBar.tsx'
import { LinkButton } from '../../../screens/parts/LinkButton.tsx'
import { ScreenFrame } from '../../../screens/parts/ScreenFrame.tsx'
import type { ScreenProps } from '../../../screens/parts/ScreenProps.ts'
import { type Store, useStore } from '../../../store/store.ts'
import type { CallsStatusView } from './callsStatusView.ts'

export type CallsStatusScreenProps = ScreenProps & {
  id: string
  content: Store<CallsStatusView>
  onClose: () => void
  /** Another request takes this screen's place. */
  onDetour: (detour: Detour) => void
}

const toneOf = (status: CallsStatusView['status']) =>
  status === 100 ? 'waiting' : status === 200 ? 'success' : 'danger'

/** What it came to, announced when it changes. */
function Status({ view }: { view: CallsStatusView }): ReactElement {
  const say = useSay()
  const tone = toneOf(view.status)
  return (
    <p className="fr-title fr-calls-status" role="status" data-tone={tone}>
      {tone === 'waiting' ? <Spinner /> : <Icon name={tone === 'success' ? 'success' : 'alert'} />}
      {say(view.sentence)}
    </p>
  )
}

type ContentProps = Pick<CallsStatusScreenProps, 'onDetour'> & { view: CallsStatusView; heading: string }

function Content({ view, heading, onDetour }: ContentProps): ReactElement {
  const say = useSay()
  return (
    <>
      <div className="lk-stack" data-gap="4">
        <h1 id={heading} tabIndex={-1} className="fr-label">
          {say('status.title')}
        </h1>
        <Status view={view} />
        {view.isStale ? <p className="fr-calls-stale">{say('status.unreachable')}</p> : null}
      </div>
      {view.pending ? <PendingBar pending={view.pending} disabled={false} onDetour={onDetour} /> : null}
      <CallList calls={view.rows} />
      <Facts facts={view.facts} />
      {view.links.map((href) => (
        <LinkButton key={href} href={href}>
          {say('status.look')}
        </LinkButton>
      ))}
    </>
  )
}

function Footer({ onClose }: { onClose: () => void }): ReactElement {
  const say = useSay()
  return <Button onClick={onClose}>{say('status.close')}</Button>
}

/** What became of calls that were sent, live. Nothing can be approved here. */
export function CallsStatusScreen(props: CallsStatusScreenProps): ReactElement {
  const { id, content, onClose, onDetour, ...frame } = props
  const base = useLocale()
  const locale = useMemo(() => approvalLocale(base), [base])
  const heading = useId()
  const view = useStore(content)
  return (
    <LocaleProvider value={locale}>
      <ScreenFrame {...frame} labelledBy={heading} screenKey={id} footer={<Footer onClose={onClose} />}>
        <Content view={view} heading={heading} onDetour={onDetour} />
      </ScreenFrame>
    </LocaleProvider>
  )
}
