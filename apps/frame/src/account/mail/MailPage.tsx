import { hasCode } from '@latchkey/errors'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import { callService, type Service } from '@latchkey/protocol/client'
import {
  answerDeviceRequest,
  EmailTakenError,
  InternalServiceError,
  RateLimitedError,
  readDeviceRequest,
  readMailLink,
  ServiceUnreachableError,
  useMailLink as useMailLinkRoute,
} from '@latchkey/protocol/http'
import { Banner, Button, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { useBrowserName, useErrorText, useSay, useTime } from '../locales/WordsContext.tsx'
import { Failed } from '../screens/Failed.tsx'

/** Where a page that a mail leads to stands. */
export type MailState<Read, Answer> =
  | { name: 'reading' }
  | { name: 'gone' }
  /** It could not be read for now. */
  | { name: 'unread'; failed: number }
  | { name: 'ready'; read: Read; busy: Answer | null; failed: number | null }
  | { name: 'done'; answer: Answer }

/** The link is as good as before: it can be read, and the answer given, again. */
const PASSING = [ServiceUnreachableError.code, RateLimitedError.code, InternalServiceError.code]

/**
 * Reads what a token is about, then takes one answer. What did not reach the service can be asked and given again.
 *
 * @param read asks what the token is about
 * @param act gives the answer
 * @param doneBy what was done all the same, by the error that says so; null: nothing
 */
function useMailLink<Read, Answer extends string>(
  read: () => Promise<Read>,
  act: (answer: Answer) => Promise<unknown>,
  doneBy: (error: unknown) => Answer | null = () => null,
): { state: MailState<Read, Answer>; give: (answer: Answer) => void; readAgain: () => void } {
  const [state, setState] = useState<MailState<Read, Answer>>({ name: 'reading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token of a page never changes.
  useEffect(() => {
    let left = false
    read().then(
      (answer) => {
        if (!left) setState({ name: 'ready', read: answer, busy: null, failed: null })
      },
      (error: unknown) => {
        if (!left)
          setState(hasCode(error, ...PASSING) ? { name: 'unread', failed: error.code } : { name: 'gone' })
      },
    )
    return () => {
      left = true
    }
  }, [tries])
  const give = (answer: Answer) => {
    if (state.name !== 'ready' || state.busy !== null) return
    setState({ ...state, busy: answer, failed: null })
    act(answer).then(
      () => setState({ name: 'done', answer }),
      (error: unknown) => {
        const done = doneBy(error)
        if (done !== null) return setState({ name: 'done', answer: done })
        const again = hasCode(error, ...PASSING)
        setState(again ? { ...state, busy: null, failed: error.code } : { name: 'gone' })
      },
    )
  }
  const readAgain = () => {
    setState({ name: 'reading' })
    setTries(tries + 1)
  }
  return { state, give, readAgain }
}

type MailPageProps = {
  config: FrameDocumentConfig
  token: string
  fetch: typeof window.fetch
}

/** Routes that need no proof, for pages that a mail leads to. */
const mailService = ({ apiOrigin }: FrameDocumentConfig, fetch: typeof window.fetch): Service => ({
  apiOrigin,
  fetch: (url, init) => fetch(url, init),
  init: { referrerPolicy: 'no-referrer' },
})

/** Is it you who asks? The person compares the number and answers. */
function DeviceAnswer({ config, token, fetch }: MailPageProps): ReactElement {
  const say = useSay()
  const time = useTime()
  const browserName = useBrowserName()
  const errorText = useErrorText()
  const service = mailService(config, fetch)
  const { state, give, readAgain } = useMailLink(
    () => callService(service, readDeviceRequest, { body: { token } }),
    (given: 'approve' | 'reject') =>
      callService(service, answerDeviceRequest, { body: { token, answer: given } }),
  )
  if (state.name === 'reading') return <Skeleton shape="box" height={240} />
  if (state.name === 'unread') return <Failed text={errorText(state.failed, '')} onRetry={readAgain} />
  if (state.name === 'gone') return <Banner tone="info" role="alert" title={say('link.gone')} />
  if (state.name === 'done') {
    const words = state.answer === 'approve' ? 'approved' : 'rejected'
    return (
      <Banner tone={words === 'approved' ? 'success' : 'info'} role="status" title={say(`device.${words}`)}>
        {say(`device.${words}Body`)}
      </Banner>
    )
  }
  const { number, hostOrigin, browser, place, requestedAt } = state.read
  const facts = [
    [
      say('device.site'),
      <bdi key="site" dir="ltr">
        {hostOrigin}
      </bdi>,
    ],
    [say('device.browser'), browserName(browser)],
    [
      say('device.place'),
      <bdi key="place" dir="ltr">
        {place}
      </bdi>,
    ],
    [say('device.time'), time(requestedAt)],
  ] as const
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">{say('device.title')}</h1>
      <p className="lk-dim">{say('device.lede')}</p>
      <dl className="ac-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="ac-number">
        <span className="lk-small lk-dim">{say('device.number')}</span>
        <strong>{number}</strong>
      </p>
      {state.failed === null ? null : (
        <Banner tone="warning" role="alert" title={errorText(state.failed, '')} />
      )}
      <div className="ac-pair">
        <Button loading={state.busy === 'reject'} onClick={() => give('reject')}>
          {say('device.reject')}
        </Button>
        <Button variant="primary" loading={state.busy === 'approve'} onClick={() => give('approve')}>
          {say('device.approve')}
        </Button>
      </div>
    </div>
  )
}

/** `taken`: the account is frozen, but the earlier address signs in to another one by now. */
type LinkAnswer = 'not-me' | 'revert-email' | 'taken'

/** Undoes what the mail told of: freezes the account, or puts the earlier address back. */
function MailLink({ config, token, fetch }: MailPageProps): ReactElement {
  const say = useSay()
  const time = useTime()
  const browserName = useBrowserName()
  const errorText = useErrorText()
  const service = mailService(config, fetch)
  const { state, give, readAgain } = useMailLink(
    () => callService(service, readMailLink, { body: { token } }),
    (kind: LinkAnswer) => callService(service, useMailLinkRoute, { body: { token } }).then(() => kind),
    (error): LinkAnswer | null => (hasCode(error, EmailTakenError.code) ? 'taken' : null),
  )
  const toAccount = (
    <a className="lk-link" href={`/account?projectId=${encodeURIComponent(config.projectId)}`}>
      {say('link.open')}
    </a>
  )
  if (state.name === 'reading') return <Skeleton shape="box" height={240} />
  if (state.name === 'unread') return <Failed text={errorText(state.failed, '')} onRetry={readAgain} />
  if (state.name === 'gone')
    return (
      <Banner tone="info" role="alert" title={say('link.gone')} action={toAccount}>
        {say('link.goneBody')}
      </Banner>
    )
  if (state.name === 'done' && state.answer === 'taken')
    return (
      <Banner tone="warning" role="alert" title={say('link.notMeDone')} action={toAccount}>
        {errorText(EmailTakenError.code, '')}
      </Banner>
    )
  if (state.name === 'done') {
    const words = state.answer === 'not-me' ? 'notMe' : 'revert'
    return (
      <Banner tone="success" role="status" title={say(`link.${words}Done`)} action={toAccount}>
        {say(`link.${words}DoneBody`)}
      </Banner>
    )
  }
  const { kind, at, facts } = state.read
  const words = kind === 'not-me' ? 'notMe' : 'revert'
  const browser = facts.browser === undefined ? undefined : browserName(facts.browser)
  const known = [facts.hostOrigin, browser, facts.place].filter((fact) => fact !== undefined)
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">{say(`link.${words}`)}</h1>
      <p className="lk-dim">{say(`link.${words}Body`)}</p>
      <p className="ac-inset">
        <bdi>{[...known, time(at)].join(' · ')}</bdi>
      </p>
      {state.failed === null ? null : (
        <Banner tone="warning" role="alert" title={errorText(state.failed, '')} />
      )}
      <Button variant="danger" loading={state.busy !== null} onClick={() => give(kind)}>
        {say(`link.${words}Action`)}
      </Button>
    </div>
  )
}

/** What a link in a mail leads to. Opening it changes nothing: mailboxes open links by themselves. */
export function MailPage({ kind, ...rest }: MailPageProps & { kind: 'device' | 'link' }): ReactElement {
  return kind === 'device' ? <DeviceAnswer {...rest} /> : <MailLink {...rest} />
}
