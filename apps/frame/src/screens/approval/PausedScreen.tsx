import { Button } from '@latchkey/ui'
import { type ReactElement, useId, useMemo } from 'react'
import { maxRejections } from '../../approvals/queue.ts'
import { approvalLocale } from '../../locales/approvalLocale.ts'
import { LocaleProvider, useLocale, useSay } from '../../locales/LocaleContext.tsx'
import type { SiteIdentity } from '../../site/plainText.ts'
import { ScreenFrame } from '../parts/ScreenFrame.tsx'
import type { ScreenProps } from '../parts/ScreenProps.ts'
import { useCountdown } from '../parts/useCountdown.ts'
import { AppName, WhoAsks } from './Notices.tsx'

export type PausedSite = {
  site: SiteIdentity
  appName: string | null
  /** ms since the epoch */
  until: number
  now: () => number
  onClose: () => void
  /** The person lets the site ask again. */
  onLift: () => void
}

function Content({ site, appName, until, now, heading }: PausedSite & { heading: string }): ReactElement {
  const say = useSay()
  const { tag } = useLocale()
  const seconds = useCountdown(until, now)
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'medium' }).format(new Date(until))
  return (
    <>
      <WhoAsks site={site} />
      {appName === null ? null : <AppName name={appName} />}
      <div className="lk-stack" data-gap="4">
        <h1 id={heading} tabIndex={-1} className="fr-label">
          {say('paused.title')}
        </h1>
        <p className="fr-title">{say(seconds === 0 ? 'paused.over' : 'paused.until', { time })}</p>
      </div>
      <p>{say('paused.why', { rejections: maxRejections })}</p>
      {/* The time stands above; a number that changes each second is for the eye alone. */}
      <p className="lk-dim" aria-hidden="true">
        {seconds === 0 ? '' : say('paused.left_other', { count: seconds })}
      </p>
    </>
  )
}

function Footer({ onClose, onLift }: Pick<PausedSite, 'onClose' | 'onLift'>): ReactElement {
  const say = useSay()
  return (
    <div className="lk-pair">
      {/* It may come up under the second click of a double click on Reject, which stood here. */}
      <Button onClick={({ detail }) => detail < 2 && onLift()}>{say('paused.lift')}</Button>
      <Button onClick={({ detail }) => detail < 2 && onClose()}>{say('approve.close')}</Button>
    </div>
  )
}

/** A site that was declined too often wants something again: until when it may not, and a way to let it. */
export function PausedScreen({
  wallet,
  onEscape,
  onFocusExit,
  ...paused
}: ScreenProps & PausedSite): ReactElement {
  const base = useLocale()
  const locale = useMemo(() => approvalLocale(base), [base])
  const heading = useId()
  const footer = <Footer onClose={paused.onClose} onLift={paused.onLift} />
  return (
    <LocaleProvider value={locale}>
      <ScreenFrame
        {...{ wallet, onEscape, onFocusExit, footer }}
        labelledBy={heading}
        screenKey={String(paused.until)}
      >
        <Content {...paused} heading={heading} />
      </ScreenFrame>
    </LocaleProvider>
  )
}
