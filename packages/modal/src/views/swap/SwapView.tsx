import { type Config, codeOf, formatUnits } from '@latchkey/core'
import { isRestrictedHere } from '@latchkey/core/restrictions'
import { flipSides, reserveForSwap, SwapRouteError, swapFormOf } from '@latchkey/core/swap'
import { fiatOf, heldUnits, isHeldKnown, tokenIdOf, unitsOf } from '@latchkey/core/transfer'
import { useConfig } from '@latchkey/react'
import { Amount, Button, Icon, IconButton, Skeleton, symbolBeside } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useEffect, useRef } from 'react'
import { formatLocalAmount, formatLocalFiat, writeTypedAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { RestrictedNotice } from '../../parts/RestrictedNotice.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { navigate, textParam } from '../../router/navigate.ts'
import { AmountField } from '../send/AmountField.tsx'
import sendCss from '../send/send.css?inline'
import { PriceLine } from './PriceLine.tsx'
import { Slippage } from './Slippage.tsx'
import { SwapProblem } from './SwapProblem.tsx'
import type { LiveQuote, SwapState } from './SwapState.ts'
import css from './swap.css?inline'
import { useQuote, useSwap } from './useSwap.ts'

/** What a page asks for: tokens by their symbols, and an amount of the first. */
type Asked = { fromToken?: unknown; toToken?: unknown; amount?: unknown } | undefined

/** The form for swapping: what is given, what one gets, and at which price. */
export function SwapView({ params }: { params: Asked }): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const swap = useSwap()
  const { form, from, to, tokens } = swap
  const units = from && unitsOf(from, form)
  const live = useQuote({ from, to, units: units || undefined })
  const amountRef = useRef<HTMLInputElement>(null)
  usePageWish(config, swap, params)
  if (isRestrictedHere(config)) return <RestrictedNotice />
  if (swap.failure !== undefined) return <SwapProblem error={swap.failure} onRetry={swap.retry} />
  const step = nextStep({ form, from, to, units, live })
  const review = (event: FormEvent) => {
    event.preventDefault()
    if (step.does === 'choose') navigate(config, 'SwapSelectToken', { side: 'to' })
    else if (step.does !== 'review' || !live.quote) amountRef.current?.focus()
    else {
      swap.change({ agreed: live.quote })
      navigate(config, 'SwapPreview')
    }
  }
  const flip = () => from && flipSides(config, { fromId: tokenIdOf(from), toId: to && tokenIdOf(to) })
  return (
    <form className="lk-stack" noValidate onSubmit={review}>
      <StyleSheet css={sendCss} />
      <StyleSheet css={css} />
      <div className="lk-swap-sides">
        <AmountField
          {...{ form, token: from, change: swap.change, isUnknown: tokens !== undefined && !from }}
          label={say('swap.give')}
          inputRef={amountRef}
          onToken={() => navigate(config, 'SwapSelectToken', { side: 'from' })}
          reserve={(native) => reserveForSwap(config, native)}
        />
        <IconButton
          icon="flip"
          label={say('swap.flip')}
          className="lk-swap-flip"
          disabled={!to}
          onClick={flip}
        />
        <Wanted swap={swap} live={live} />
      </div>
      {from && to ? <PriceLine from={from} to={to} live={live} /> : null}
      <Slippage form={form} change={swap.change} />
      <SwapProblem
        error={form.error ?? (isRoute(live.error) ? undefined : live.error)}
        onRetry={live.refresh}
      />
      <Button
        variant="primary"
        type="submit"
        loading={step.does === 'wait'}
        disabled={step.does === 'nothing'}
      >
        {say(step.label, { symbol: from?.symbol ?? '' })}
      </Button>
    </form>
  )
}

const isRoute = (error: unknown): boolean => codeOf(error) === SwapRouteError.code

/** What the page asked for, once what can be swapped is known: symbols that nobody knows change nothing. */
function usePageWish(config: Config, { tokens }: SwapState, wish: Asked): void {
  const isTaken = useRef(false)
  useEffect(() => {
    if (!tokens || !wish || isTaken.current) return
    isTaken.current = true
    const named = (name: string) => {
      const symbol = textParam(wish, name)?.toLowerCase()
      return tokens.find((token) => token.symbol.toLowerCase() === symbol)
    }
    const [from, to, amount = ''] = [named('fromToken'), named('toToken'), textParam(wish, 'amount')]
    swapFormOf(config).setState({
      ...(from && from !== to && { fromId: tokenIdOf(from) }),
      ...(to && from !== to && { toId: tokenIdOf(to) }),
      ...(/^\d{1,30}(?:\.\d{1,30})?$/.test(amount) && { amount, unit: 'token' }),
    })
  }, [config, tokens, wish])
}

type Step = { does: 'choose' | 'write' | 'nothing' | 'wait' | 'review'; label: HomeSayable }

/** What the button says and does next. */
function nextStep({
  form,
  from,
  to,
  units,
  live,
}: Pick<SwapState, 'form' | 'from' | 'to'> & { units: bigint | undefined; live: LiveQuote }): Step {
  if (!to) return { does: 'choose', label: 'send.chooseToken' }
  if (!from || form.amount === '' || !units) return { does: 'write', label: 'swap.enterAmount' }
  if (isHeldKnown(from) && units > heldUnits(from)) return { does: 'nothing', label: 'swap.tooMuch' }
  if (isRoute(live.error)) return { does: 'nothing', label: 'swap.noRoute' }
  if (live.error !== undefined) return { does: 'nothing', label: 'swap.noPrice' }
  if (!live.quote) return { does: 'wait', label: 'swap.review' }
  return { does: 'review', label: 'swap.review' }
}

/** What one gets for it: the amount is the market's, the token one's own choice. */
function Wanted({ swap: { form, to }, live }: { swap: SwapState; live: LiveQuote }): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  const say = useHomeSay()
  const { quote, isReading } = live
  const amount = quote && to ? formatUnits(quote.toAmount, Number(to.quantity.decimals)) : undefined
  const shown = formatLocalAmount(locale, amount)
  const fiat = quote && to ? formatLocalFiat(locale, fiatOf(to, quote.toAmount)) : undefined
  return (
    <div className="lk-send-amount" aria-busy={isReading}>
      <span className="lk-label">{say('swap.get')}</span>
      <div className="lk-line">
        <span
          className="lk-swap-got"
          role="status"
          data-length={(shown?.length ?? 0) > 7 ? 'long' : undefined}
        >
          {isReading ? (
            <Skeleton shape="box" width={112} height={32} />
          ) : (
            <bdi
              dir="ltr"
              className="lk-amount"
              data-empty={shown === undefined || form.amount === '' || undefined}
            >
              {shown ?? writeTypedAmount(locale, '0.00')}
            </bdi>
          )}
        </span>
        <button
          type="button"
          className="lk-pill lk-send-token"
          data-tone={to ? undefined : 'accent'}
          aria-label={to ? say('send.token', { name: to.name }) : say('swap.chooseToken')}
          onClick={() => navigate(config, 'SwapSelectToken', { side: 'to' })}
        >
          {to ? <TokenIcon token={to} /> : null}
          <span dir={to ? 'ltr' : undefined}>{to ? <bdi>{to.symbol}</bdi> : say('swap.choose')}</span>
          <Icon name="chevron" size={16} />
        </button>
      </div>
      <div className="lk-line lk-small lk-dim lk-swap-worth" data-align="spread">
        <span>{fiat ? <Amount value={fiat} /> : null}</span>
        <span>
          {to
            ? say('swap.have', {
                amount: `${formatLocalAmount(locale, to.quantity.numeric) ?? '—'} ${symbolBeside(to.symbol)}`,
              })
            : ''}
        </span>
      </div>
    </div>
  )
}
