import { callService } from '@latchkey/protocol/client'
import { readMailLink, useMailLink as useMailLinkRoute } from '@latchkey/protocol/http'
import { Banner, Button, Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useBrowserName, useErrorText, useSay, useTime } from '../locales/WordsContext.tsx'
import { type MailPageProps, mailService, useMailLink } from './useMailLink.ts'

/** Undoes what the mail told of: freezes the account, or puts the earlier address back. */
export function MailLink({ config, token, fetch }: MailPageProps): ReactElement {
  const say = useSay()
  const time = useTime()
  const browserName = useBrowserName()
  const errorText = useErrorText()
  const service = mailService(config, fetch)
  const [state, act] = useMailLink(
    () => callService(service, readMailLink, { body: { token } }),
    (kind: 'not-me' | 'revert-email') =>
      callService(service, useMailLinkRoute, { body: { token } }).then(() => kind),
  )
  const toAccount = (
    <a className="lk-link" href={`/account?projectId=${encodeURIComponent(config.projectId)}`}>
      {say('link.open')}
    </a>
  )
  if (state.name === 'reading') return <Skeleton shape="box" height={240} />
  if (state.name === 'gone')
    return (
      <Banner tone="info" role="alert" title={say('link.gone')} action={toAccount}>
        {say('link.goneBody')}
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
      <Button variant="danger" loading={state.busy !== null} onClick={() => act(kind)}>
        {say(`link.${words}Action`)}
      </Button>
    </div>
  )
}
