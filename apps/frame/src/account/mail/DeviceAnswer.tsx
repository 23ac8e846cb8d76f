import { callService } from '@latchkey/protocol/client'
import { answerDeviceRequest, readDeviceRequest } from '@latchkey/protocol/http'
import { Banner, Button, Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useBrowserName, useErrorText, useSay, useTime } from '../locales/WordsContext.tsx'
import { type MailPageProps, mailService, useMailLink } from './useMailLink.ts'

/** Is it you who asks? The person compares the number and answers. */
export function DeviceAnswer({ config, token, fetch }: MailPageProps): ReactElement {
  const say = useSay()
  const time = useTime()
  const browserName = useBrowserName()
  const errorText = useErrorText()
  const service = mailService(config, fetch)
  const [state, answer] = useMailLink(
    () => callService(service, readDeviceRequest, { body: { token } }),
    (given: 'approve' | 'reject') =>
      callService(service, answerDeviceRequest, { body: { token, answer: given } }),
  )
  if (state.name === 'reading') return <Skeleton shape="box" height={240} />
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
        <Button loading={state.busy === 'reject'} onClick={() => answer('reject')}>
          {say('device.reject')}
        </Button>
        <Button variant="primary" loading={state.busy === 'approve'} onClick={() => answer('approve')}>
          {say('device.approve')}
        </Button>
      </div>
    </div>
  )
}
