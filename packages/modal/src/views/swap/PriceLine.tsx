import type { TokenBalance } from '@latchkey/core'
import { rateOf } from '@latchkey/core/swap'
import { Chip, Icon, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { formatRate } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { formatPoints, gravityOf, QUOTE_LIFE } from './gravity.ts'
import type { LiveQuote } from './SwapState.ts'

/** Digits of a rate that say something. */
const TELLING = 6

/** A rate cut to its telling digits: `2492.503118` is `2492.50`, `0.000401203` is `0.000401203`. */
export function shortRate(rate: string): string {
  const [whole = '0', part = ''] = rate.split('.')
  if (whole !== '0') return part ? `${whole}.${part.slice(0, Math.max(2, TELLING - whole.length))}` : whole
  const zeros = /^0*/.exec(part)?.[0].length ?? 0
  return `0.${part.slice(0, zeros + TELLING)}`
}

type PriceLineProps = { from: TokenBalance; to: TokenBalance; live: LiveQuote }

/** At which price, how much it is moved by this swap, and when it is asked for again. */
export function PriceLine({ from, to, live }: PriceLineProps): ReactElement | null {
  const locale = useLocale()
  const say = useHomeSay()
  const { quote, isReading, nextAt, refresh } = live
  if (isReading) return <Skeleton width={176} />
  const rate = quote && rateOf(quote, from, to)
  if (!quote || !rate) return null
  const written = formatRate(locale, shortRate(rate)) ?? rate
  return (
    <div className="lk-swap-price lk-small">
      <bdi dir="ltr">{`1 ${from.symbol} = ${written} ${to.symbol}`}</bdi>
      <span className="lk-swap-fresh">
        <Impact impact={quote.impact} isShort />
        <button type="button" className="lk-inline-button" aria-label={say('swap.refresh')} onClick={refresh}>
          {nextAt === undefined ? <Icon name="clock" size={16} /> : <Countdown key={nextAt} until={nextAt} />}
        </button>
      </span>
    </div>
  )
}

/** Seconds until the next price. It is for the eye alone: a voice that counts would never stop. */
export function Countdown({ until }: { until: number }): ReactElement {
  const [left, setLeft] = useState(() => Math.max(0, until - Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, until - Date.now())), 250)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.ceil(left / 1_000)
  return (
    <span className="lk-swap-countdown lk-dim" aria-hidden="true">
      <Icon name="clock" size={16} />
      <bdi dir="ltr">{`${Math.min(seconds, QUOTE_LIFE / 1_000)} s`}</bdi>
    </span>
  )
}

const TONES = { small: 'neutral', noticed: 'warning', grave: 'danger' } as const
const WORDS = { small: 'swap.impactSmall', noticed: 'swap.impactNoticed', grave: 'swap.impactGrave' } as const

/** How much worse the price is for the amount: in words, the colour comes on top. */
export function Impact({
  impact,
  isShort = false,
}: {
  impact: number | undefined
  isShort?: boolean
}): ReactElement | null {
  const locale = useLocale()
  const say = useHomeSay()
  if (impact === undefined) return isShort ? null : <span>{say('swap.impactUnknown')}</span>
  const gravity = gravityOf(impact)
  if (isShort && gravity === 'small') return null
  const percent = formatPoints(locale.tag, impact)
  return <Chip tone={TONES[gravity]}>{say(WORDS[gravity], { percent })}</Chip>
}
