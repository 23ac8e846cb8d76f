import { reset } from '@latchkey/core'
import { type Arrival, isCheckoutUrl } from '@latchkey/core/onramp'
import { useConfig } from '@latchkey/react'
import { Button, Icon, LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { formatWholeAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'

type InProgressProps = {
  /** Of the provider. */
  name: string
  /** Where the browser opened no window: its page. */
  url: string | undefined
  /** undefined: it is still waited for. */
  arrival: Arrival | undefined
  onLookAgain: () => void
}

/** What is shown while the visitor buys in the provider's window, and after. */
export function InProgress({ name, url: given, arrival, onLookAgain }: InProgressProps): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  const say = useHomeSay()
  // A page may open any view with any data.
  const url = given !== undefined && isCheckoutUrl(given) ? given : undefined
  const words = wordsOf(arrival, url !== undefined)
  const amount =
    arrival?.kind === 'arrived' ? `${formatWholeAmount(locale, arrival.amount) ?? ''} ${arrival.symbol}` : ''
  const title = say(words.title, { provider: name, amount })
  const home = () => reset(config, { name: 'Account' })
  return (
    <>
      <ConnectingStyles />
      <div className="lk-stack" data-gap="12">
        <ConnectingHero
          name={name}
          icon={undefined}
          {...(arrival?.kind === 'arrived' ? { mark: <Icon name="check" /> } : {})}
          waiting={arrival === undefined}
          title={title}
          help={say(words.help, { provider: name })}
        />
        {url !== undefined && arrival === undefined ? (
          <LinkButton href={url} target="_blank" variant="primary">
            {say('buy.open', { provider: name })}
          </LinkButton>
        ) : null}
        {arrival?.kind === 'late' ? <Button onClick={onLookAgain}>{say('buy.lookAgain')}</Button> : null}
        {arrival ? (
          <Button variant={arrival.kind === 'arrived' ? 'primary' : 'ghost'} onClick={home}>
            {say('buy.done')}
          </Button>
        ) : null}
        <LiveRegion message={arrival ? title : ''} />
      </div>
    </>
  )
}

const ARRIVED = { title: 'buy.arrived', help: 'buy.arrivedHelp' } as const
const LATE = { title: 'buy.late', help: 'buy.lateHelp' } as const
const BLOCKED = { title: 'buy.blocked', help: 'buy.blockedHelp' } as const
const WAITING = { title: 'buy.waiting', help: 'buy.waitingHelp' } as const

function wordsOf(arrival: Arrival | undefined, isBlocked: boolean) {
  if (arrival) return arrival.kind === 'arrived' ? ARRIVED : LATE
  return isBlocked ? BLOCKED : WAITING
}
