import { Button, Card, CopyButton, Disclosure } from '@latchkey/ui'
import { type ReactElement, useId, useMemo } from 'react'
import type {
  ApprovalScreenContent,
  ApprovalScreenProps,
  ApprovalView,
  Fact,
} from '../../approvals/ApprovalView.ts'
import { approvalLocale } from '../../locales/approvalLocale.ts'
import { LocaleProvider, useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { visibleText } from '../../site/visibleText.ts'
import { ScreenFrame } from '../parts/ScreenFrame.tsx'
import { ApprovalFooter } from './ApprovalFooter.tsx'
import { BalanceChanges } from './BalanceChanges.tsx'
import { CallList } from './CallList.tsx'
import { CapEditor } from './CapEditor.tsx'
import { Facts } from './Facts.tsx'
import { FeeChooser } from './FeeChooser.tsx'
import { NoticeBanner, PendingBar, UntilChooser, Warnings, WhoAsks } from './Notices.tsx'
import { TypedTree } from './TypedTree.tsx'
import { PhraseText } from './ValueText.tsx'

function MessageText({ text }: { text: NonNullable<ApprovalView['text']> }): ReactElement {
  const say = useSay()
  const heading = useId()
  return (
    <Card data-watched>
      <h2 id={heading} className="fr-label">
        {say(text.heading)}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <section className="fr-message" aria-labelledby={heading} tabIndex={0}>
        <bdi className={text.mono ? 'lk-mono' : undefined}>{visibleText(text.content)}</bdi>
        <span className="fr-end" data-end />
      </section>
    </Card>
  )
}

function RawData({ raw }: { raw: string }): ReactElement {
  const say = useSay()
  return (
    <Disclosure summary={say('approve.raw')}>
      <div className="lk-stack">
        <pre className="lk-pre">{visibleText(raw)}</pre>
        <CopyButton
          variant="button"
          value={raw}
          label={say('approve.copyRaw')}
          copiedLabel={say('approve.copied')}
          failedLabel={say('approve.copyFailed')}
        />
      </div>
    </Disclosure>
  )
}

/** The person asked, not the site: then no site stands there as if it had. */
function OwnRequest(): ReactElement {
  const say = useSay()
  return (
    <p className="fr-asks" data-watched>
      {say('pending.own')}
    </p>
  )
}

function editorOf({ view, onEdit }: ApprovalScreenContent, disabled: boolean) {
  const { fee, until } = view
  return ({ editable }: Fact) => {
    if (editable === 'until' && until)
      return <UntilChooser until={until} disabled={disabled} onEdit={onEdit} />
    return editable === 'fee' && fee ? <FeeChooser fee={fee} disabled={disabled} onEdit={onEdit} /> : null
  }
}

function Content({ content, heading }: { content: ApprovalScreenContent; heading: string }): ReactElement {
  const say = useSay()
  const { view, failure, phase } = content
  const disabled = phase !== 'ready'
  return (
    <>
      {content.own ? <OwnRequest /> : <WhoAsks site={content.site} appName={content.appName} />}
      <div className="lk-stack" data-gap="4">
        <h1 id={heading} tabIndex={-1} className="fr-label">
          {say(view.title)}
        </h1>
        <p className="fr-title" data-watched>
          <PhraseText phrase={view.sentence} />
        </p>
      </div>
      {view.stop ? <NoticeBanner notice={view.stop} tone="danger" onRetry={content.onRetry} /> : null}
      {failure ? <NoticeBanner notice={failure} tone="danger" /> : null}
      {view.changes && !view.stop ? (
        <BalanceChanges changes={view.changes}>
          {view.caps?.map((cap) => (
            <CapEditor key={cap.call} cap={cap} disabled={disabled} onEdit={content.onEdit} />
          ))}
        </BalanceChanges>
      ) : null}
      {view.calls ? <CallList key={content.id} calls={view.calls} /> : null}
      {view.text ? <MessageText text={view.text} /> : null}
      <Warnings warnings={view.warnings} />
      {view.pending ? (
        <PendingBar pending={view.pending} disabled={disabled} onDetour={content.onDetour} />
      ) : null}
      <Facts facts={view.facts} editor={editorOf(content, disabled)} />
      {view.tree && !view.tree.folded ? (
        <>
          <TypedTree {...view.tree} />
          <span className="fr-end" data-end />
        </>
      ) : null}
      <div className="fr-more">
        {view.tree?.folded ? <TypedTree {...view.tree} /> : null}
        <RawData raw={view.raw} />
      </div>
    </>
  )
}

function StoppedFooter({ content }: { content: ApprovalScreenContent }): ReactElement {
  const say = useSay()
  return <Button onClick={content.onReject}>{say('approve.close')}</Button>
}

function Waiting({ waiting }: { waiting: number }): ReactElement | null {
  const say = useSay()
  if (waiting === 0) return null
  return (
    <p className="fr-waiting" role="status">
      {say('approve.waiting_other', { count: waiting })}
    </p>
  )
}

/** Puts one request before the person. It shows what was parsed and frozen, and nothing that a site wrote unmarked. */
export function ApprovalScreen({
  wallet,
  onEscape,
  onFocusExit,
  ...content
}: ApprovalScreenProps): ReactElement {
  const base = useLocale()
  const locale = useMemo(() => approvalLocale(base), [base])
  const heading = useId()
  const footer = content.view.stop ? (
    <StoppedFooter content={content} />
  ) : (
    <ApprovalFooter key={content.id} content={content} />
  )
  return (
    <LocaleProvider value={locale}>
      <ScreenFrame
        wallet={wallet}
        labelledBy={heading}
        screenKey={content.id}
        onEscape={onEscape}
        onFocusExit={onFocusExit}
        footer={footer}
      >
        <Waiting waiting={content.waiting} />
        <Content content={content} heading={heading} />
      </ScreenFrame>
    </LocaleProvider>
  )
}
