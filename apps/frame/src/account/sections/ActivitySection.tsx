import type { getActivity } from '@latchkey/protocol/http'
import { parseUrl } from '@latchkey/std/parseUrl'
import { Banner, Button, Icon, type IconName } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { findMessage } from '../locales/Words.ts'
import { DOT, Time, useSay, useWords } from '../locales/WordsContext.tsx'
import { ask } from '../page/AccountPage.ts'
import { DeviceIcon, Item, Section, type SectionProps } from './Section.tsx'

type Log = z.output<typeof getActivity.reply>

type Event = Log['events'][number]

function EventItem({ event }: { event: Event }): ReactElement {
  const words = useWords()
  const { kind, at, facts } = event
  const site = parseUrl(facts.hostOrigin ?? '')?.host ?? null
  return (
    <Item
      icon={<EventIcon kind={kind} />}
      title={findMessage(words, `kind.${kind}`) ?? kind.replaceAll('-', ' ')}
      note={
        <>
          {site ? <bdi dir="ltr">{site}</bdi> : null}
          {site ? DOT : null}
          <Time at={at} />
        </>
      }
    />
  )
}

/** What happened to the account. The log is chained: a changed entry shows. */
export function ActivitySection({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const [log, setLog] = useState<Log | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const load = async (before?: number) => {
    setState('loading')
    try {
      const next = await ask(page, 'getActivity', before === undefined ? {} : { before })
      setLog((shown) =>
        before === undefined || !shown
          ? next
          : {
              ...next,
              events: [...shown.events, ...next.events],
              // Each page is checked by itself.
              intact: shown.intact && next.intact,
            },
      )
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is read anew with the account.
  useEffect(() => void load(), [account])
  return (
    <Section title={say('log.title')} name="activity">
      {log && !log.intact ? <Banner tone="danger" role="alert" title={say('log.broken')} /> : null}
      {log?.events.length === 0 ? <p className="ac-empty lk-small lk-dim">{say('log.none')}</p> : null}
      <ul className="ac-list">
        {log?.events.map((event) => (
          <EventItem key={event.sequence} event={event} />
        ))}
      </ul>
      <div className="ac-row-end">
        {log?.intact && log.next === null && log.events.length > 0 ? (
          <span className="lk-small lk-dim">{say('log.intact')}</span>
        ) : null}
        {state === 'failed' || log?.next != null ? (
          <Button
            size="small"
            loading={state === 'loading'}
            onClick={() => void load(state === 'failed' ? undefined : (log?.next ?? undefined))}
          >
            {say(state === 'failed' ? 'tryAgain' : 'log.more')}
          </Button>
        ) : null}
      </div>
    </Section>
  )
}

/** By the first word of an event's kind. */
const icons: Readonly<Record<string, IconName>> = {
  signed: 'user',
  refresh: 'alert',
  wallet: 'wallet',
  share: 'key',
  identity: 'user',
  site: 'network',
  email: 'mail',
  account: 'lock',
  export: 'key',
  passkey: 'key',
  method: 'shield',
}

/** What an event of the log was about. */
function EventIcon({ kind }: { kind: string }): ReactElement {
  const [about = ''] = kind.split('-')
  if (about === 'device' || about === 'join') return <DeviceIcon />
  return <Icon name={(Object.hasOwn(icons, about) && icons[about]) || 'clock'} />
}
