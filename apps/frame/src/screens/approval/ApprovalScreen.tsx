import { Button, Card, CopyButton, Disclosure } from '@latchkey/ui'
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react'
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
import { CostLine, Hero, Parties, WorstWarning } from './FirstParts.tsx'
import { type FirstScreen, firstScreenOf } from './firstScreen.ts'
import { AppName, NoticeBanner, PendingBar, UntilChooser, Warnings, WhoAsks } from './Notices.tsx'
import { ReceiptScreen } from './ReceiptScreen.tsx'
import { isDangerous, RiskStep } from './RiskStep.tsx'
import { TypedTree } from './TypedTree.tsx'

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
    <section className="lk-stack">
      <h2 className="fr-label">{say('approve.raw')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre className="lk-pre" tabIndex={0}>
        {visibleText(raw)}
      </pre>
      <CopyButton
        variant="button"
        value={raw}
        label={say('approve.copyRaw')}
        copiedLabel={say('approve.copied')}
        failedLabel={say('approve.copyFailed')}
      />
    </section>
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

function untilEditor({ view, onEdit }: ApprovalScreenContent, disabled: boolean) {
  const { until } = view
  return ({ editable }: Fact) =>
    editable === 'until' && until ? <UntilChooser until={until} disabled={disabled} onEdit={onEdit} /> : null
}

type PartProps = { content: ApprovalScreenContent; first: FirstScreen; disabled: boolean }

/** What would change, where that is more than the headline says; what the person may lower stands with it. */
function Changes({ content, disabled }: Omit<PartProps, 'first'>): ReactElement | null {
  const { changes, caps, stop } = content.view
  if (!changes || stop) return null
  return (
    <BalanceChanges changes={changes}>
      {caps?.map((cap) => (
        <CapEditor key={cap.call} cap={cap} disabled={disabled} onEdit={content.onEdit} />
      ))}
    </BalanceChanges>
  )
}

/** What a person decides by without moving: what, with whom, for how much. */
function First({ content, first, heading, disabled }: PartProps & { heading: string }): ReactElement {
  const say = useSay()
  const { view, failure, onEdit } = content
  const danger = first.worst?.level === 'danger'
  const worst = useId()
  return (
    <>
      {danger && first.worst ? <WorstWarning id={worst} warning={first.worst} /> : null}
      {content.own ? <OwnRequest /> : <WhoAsks site={content.site} />}
      <div className="fr-head">
        {/* Whoever hears the screen starts here: a danger that stands above it is heard as well. */}
        <h1
          id={heading}
          tabIndex={-1}
          className="fr-label"
          aria-describedby={first.worst ? worst : undefined}
        >
          {say(view.title)}
        </h1>
        <Hero view={view} amount={first.amount} advice={content.advice} />
      </div>
      {view.stop ? <NoticeBanner notice={view.stop} tone="danger" onRetry={content.onRetry} /> : null}
      {failure ? <NoticeBanner notice={failure} tone="danger" /> : null}
      {first.worst && !danger ? <WorstWarning id={worst} warning={first.worst} /> : null}
      <Parties parties={first.parties} />
      <CostLine view={view} network={first.network} fee={first.fee}>
        {view.fee ? <FeeChooser fee={view.fee} disabled={disabled} onEdit={onEdit} /> : null}
      </CostLine>
    </>
  )
}

/** What else has to be read before something is approved. */
function ToRead({ content, first, disabled }: PartProps): ReactElement {
  const { view } = content
  return (
    <>
      {view.text ? <MessageText text={view.text} /> : null}
      {first.rows.length > 0 ? <Facts facts={first.rows} editor={untilEditor(content, disabled)} /> : null}
      {first.changesAreSaid ? null : <Changes content={content} disabled={disabled} />}
      {view.calls ? <CallList key={content.id} calls={view.calls} /> : null}
      <Warnings warnings={first.others} />
      {first.others.some(({ level }) => level !== 'info') ? <span className="fr-end" data-end /> : null}
      {view.pending ? (
        <PendingBar pending={view.pending} disabled={disabled} onDetour={content.onDetour} />
      ) : null}
      {view.tree && !view.tree.folded ? (
        <>
          <TypedTree {...view.tree} />
          <span className="fr-end" data-end />
        </>
      ) : null}
    </>
  )
}

/** Everything else, one click away. */
function Details({ content, first, disabled }: PartProps): ReactElement {
  const say = useSay()
  const { view, appName, own } = content
  return (
    <div className="fr-more">
      <Disclosure summary={say('approve.details')}>
        <div className="lk-stack" data-gap="16">
          {first.changesAreSaid ? <Changes content={content} disabled={disabled} /> : null}
          <Facts facts={first.rest} />
          {appName === null || own ? null : <AppName name={appName} />}
          {view.tree?.folded ? <TypedTree {...view.tree} /> : null}
          <RawData raw={view.raw} />
        </div>
      </Disclosure>
    </div>
  )
}

function StoppedFooter({ content }: { content: ApprovalScreenContent }): ReactElement {
  const say = useSay()
  // The second click of a double click closes nothing that nobody has read: what went before had its button here.
  return <Button onClick={({ detail }) => detail < 2 && content.onReject()}>{say('approve.close')}</Button>
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
export function ApprovalScreen(props: ApprovalScreenProps): ReactElement {
  const base = useLocale()
  const { words } = props.view
  const locale = useMemo(() => approvalLocale(base, words), [base, words])
  const ticks = useTick(props)
  return (
    <LocaleProvider value={locale}>
      {props.receipt && !ticks ? (
        <ReceiptScreen {...props} receipt={props.receipt} />
      ) : (
        <Sheet key={props.id} {...props} done={ticks} />
      )}
    </LocaleProvider>
  )
}

/** ms. As long as it takes to see that the press was taken. */
const TICK = 400

/** Whether the button of a request that was shown here has a tick, before its receipt comes. */
function useTick({ id, receipt }: ApprovalScreenProps): boolean {
  const sheet = useRef<string | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const isDone = receipt !== undefined
  const ticks = isDone && sheet.current === id && seen !== id && !wantsCalm()
  useEffect(() => {
    if (!isDone) sheet.current = id
  }, [id, isDone])
  useEffect(() => {
    if (!ticks) return
    const timer = setTimeout(() => setSeen(id), TICK)
    return () => clearTimeout(timer)
  }, [ticks, id])
  return ticks
}

const wantsCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

type SheetProps = ApprovalScreenProps & { done: boolean }

function Sheet({ wallet, onEscape, onFocusExit, done, ...content }: SheetProps): ReactElement {
  const heading = useId()
  const { view, phase, revision } = content
  // What was understood is what stood there then: anything new has to be understood anew.
  const [understoodAt, setUnderstoodAt] = useState<number | null>(null)
  const first = useMemo(() => firstScreenOf(view), [view])
  const disabled = phase !== 'ready'
  const parts = { content, first, disabled }
  const isBusy = phase === 'signing' || phase === 'sending' || phase === 'confirming'
  const footer = view.stop ? (
    <StoppedFooter content={content} />
  ) : (
    <ApprovalFooter
      content={content}
      worst={first.worst}
      understood={understoodAt === revision}
      done={done}
    />
  )
  return (
    <ScreenFrame
      wallet={wallet}
      labelledBy={heading}
      screenKey={content.id}
      onEscape={onEscape}
      onFocusExit={onFocusExit}
      footer={footer}
    >
      <Waiting waiting={content.waiting} />
      <First {...parts} heading={heading} />
      <ToRead {...parts} />
      <Details {...parts} />
      {isDangerous(view.warnings) && !view.stop && !isBusy ? (
        <RiskStep
          // New content starts with nothing ticked and nothing typed.
          key={revision}
          warnings={view.warnings}
          onChange={(done) => setUnderstoodAt(done ? revision : null)}
        />
      ) : null}
    </ScreenFrame>
  )
}
