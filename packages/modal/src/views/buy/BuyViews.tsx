import { type Config, codeOf } from '@latchkey/core'
import {
  type Arrival,
  currencyOf,
  fetchOnrampQuote,
  limitsOf,
  OnrampAmountError,
  OnrampNothingSoldError,
  OnrampOffError,
  type OnrampProvider,
  OnrampRestrictedError,
  purchaseUrl,
  waitForArrival,
} from '@latchkey/core/onramp'
import { useConfig } from '@latchkey/react'
import { Amount, Banner, Button, FieldError, Icon, LiveRegion, Row, Skeleton } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { useViewWork } from '../../attempts/useViewWork.ts'
import { formatWholeAmount, readTypedAmount, writeTypedAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { RestrictedNotice } from '../../parts/RestrictedNotice.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { navigate, useOpen } from '../../router/navigate.ts'
import type { Buy } from './Buy.ts'
import { CoinIcon, CurrencyList, FiatList, NothingSold, ProviderList } from './BuyLists.tsx'
import css from './buy.css?inline'
import { InProgress } from './InProgress.tsx'
import { formatMoney, nameOfFiat, signOfFiat } from './money.ts'
import { useBuy } from './useBuy.ts'

/** Amounts that are a press away. */
const PRESETS = ['100', '250', '500', '1000']
/** OnrampRefusedError of the service. */
const REFUSED = 4742

/** What to buy, for how much, from whom. The paying is done on the provider's own page. */
export function BuyView(): ReactElement {
  const buy = useBuy()
  const { provider } = buy
  const notice = useNotice(buy)
  return notice ?? (provider ? <Form {...buy} provider={provider} /> : <Skeleton shape="box" height={176} />)
}

/** Why nothing at all can be bought here; undefined: something can. */
function useNotice({ problem }: Buy): ReactElement | undefined {
  const say = useHomeSay()
  const code = codeOf(problem)
  if (code === OnrampRestrictedError.code) return <RestrictedNotice />
  if (code !== OnrampOffError.code) return undefined
  return (
    <Banner role="status" title={say('buy.off')}>
      {say('buy.offHelp')}
    </Banner>
  )
}

/** A page may open a list by itself, where nothing can be bought too. */
function ListView({ list: List }: { list: (buy: Buy) => ReactElement }): ReactElement {
  const buy = useBuy()
  return (
    <>
      <StyleSheet css={css} />
      {useNotice(buy) ?? <List {...buy} />}
    </>
  )
}

/** Who sells. */
export const ProvidersView = (): ReactElement => <ListView list={ProviderList} />
/** What is paid with. */
export const FiatView = (): ReactElement => <ListView list={FiatList} />
/** What is bought. */
export const CurrencyView = (): ReactElement => <ListView list={CurrencyList} />

/** Waits for the coins while the visitor buys in the provider's window. */
export function InProgressView({ params }: { params: { url: string | undefined } }): ReactElement {
  const config = useConfig()
  const { provider } = useBuy()
  const [arrival, setArrival] = useState<Arrival>()
  const { retry } = useViewWork(async (signal) => {
    setArrival(undefined)
    // Whoever looks again looks for what has come since the first time.
    const before = arrival?.kind === 'late' ? arrival.before : undefined
    const found = await waitForArrival(config, signal, { before })
    if (!signal.aborted) setArrival(found)
  })
  return <InProgress url={params.url} name={provider?.name ?? ''} arrival={arrival} onLookAgain={retry} />
}

function Form(buy: Buy & { provider: OnrampProvider }): ReactElement {
  const { form, provider, providers, problem } = buy
  const config = useConfig()
  const say = useHomeSay()
  const going = useGoing(config, form.amount)
  useQuote(buy)
  const isSold = codeOf(problem) !== OnrampNothingSoldError.code
  const submit = (event: FormEvent) => {
    event.preventDefault()
    going.go()
  }
  return (
    <form className="lk-stack" data-gap="12" noValidate onSubmit={submit}>
      <StyleSheet css={css} />
      <AmountField {...buy} />
      {isSold ? <GetField {...buy} /> : <NothingSold />}
      <Row
        icon={<WalletIcon name={provider.name} src={undefined} />}
        label={provider.name}
        sublabel={provider.fee ? say('buy.feeOf', { fee: provider.fee }) : say('buy.feeUnknown')}
        chevron={providers.length > 1}
        onClick={providers.length > 1 ? () => navigate(config, 'OnRampProviders') : undefined}
      />
      <Quote {...buy} />
      <Problem {...buy} error={going.error} />
      <Button variant="primary" type="submit" loading={going.isGoing} disabled={!isSold || !form.options}>
        {say('buy.goOn', { provider: provider.name })}
        <Icon name="external" size={16} />
      </Button>
      <p className="lk-small lk-dim lk-center">{say('buy.note', { provider: provider.name })}</p>
    </form>
  )
}

/** Asks anew when the writer has paused. */
const PAUSE = 400

function useQuote({ form, provider }: Buy): void {
  const config = useConfig()
  const open = useOpen()
  const { amount, fiat, currency, options } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked about is in the form.
  useEffect(() => {
    if (!open || !options) return
    const controller = new AbortController()
    const timer = setTimeout(() => void fetchOnrampQuote(config, controller.signal), PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [config, open, amount, fiat, currency, options, provider?.id])
}

/** Opens the provider's page in the press itself: a browser opens no window otherwise. */
function useGoing(config: Config, amount: string) {
  const [state, setState] = useState<{ of: string; isGoing: boolean; error?: unknown }>()
  const go = () => {
    if (state?.isGoing) return
    setState({ of: amount, isGoing: true })
    const controller = new AbortController()
    openCheckout(() => purchaseUrl(config, controller.signal)).then(
      (url) => {
        setState(undefined)
        navigate(config, 'BuyInProgress', { url })
      },
      (error: unknown) => setState({ of: amount, isGoing: false, error }),
    )
  }
  return { go, isGoing: state?.isGoing === true, error: state?.of === amount ? state.error : undefined }
}

const MONEY = /^\d*(?:\.\d{0,2})?$/

function AmountField({ form, change }: Buy): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  const say = useHomeSay()
  const id = useId()
  const isWrong = codeOf(form.error) === OnrampAmountError.code
  // What has more places than money is no amount, however much it is.
  const limits = MONEY.test(form.amount) ? limitsOf(form) : undefined
  const name = nameOfFiat(locale, form.fiat)
  const problem =
    isWrong && limits
      ? say('buy.limits', {
          min: formatMoney(locale, limits.min, form.fiat),
          max: formatMoney(locale, limits.max, form.fiat),
        })
      : isWrong
        ? say('buy.badAmount')
        : ''
  return (
    <div className="lk-buy-amount" data-state={problem ? 'error' : 'ready'}>
      <label className="lk-small lk-dim" htmlFor={id}>
        {say('buy.amount')}
      </label>
      <div className="lk-line">
        <span className="lk-buy-sign" aria-hidden="true">
          {signOfFiat(locale, form.fiat)}
        </span>
        <input
          id={id}
          className="lk-buy-input"
          data-length={form.amount.length > 8 ? 'long' : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={writeTypedAmount(locale, form.amount)}
          aria-label={say('buy.amountIn', { unit: name })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => {
            const amount = readTypedAmount(locale, target.value)
            if (amount !== undefined) change({ amount })
          }}
        />
        <button
          type="button"
          className="lk-pill lk-buy-pill"
          aria-label={say('buy.fiat', { name })}
          onClick={() => navigate(config, 'OnRampFiatSelect')}
        >
          <span>{form.fiat}</span>
          <Icon name="chevron" size={16} />
        </button>
      </div>
      <fieldset className="lk-buy-presets" aria-label={say('buy.presets')}>
        {PRESETS.map((amount) => (
          <button
            key={amount}
            type="button"
            className="lk-pill"
            aria-pressed={form.amount === amount}
            onClick={() => change({ amount })}
          >
            {formatMoney(locale, amount, form.fiat).replace(/[.,]00(?!\d)/, '')}
          </button>
        ))}
      </fieldset>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </div>
  )
}

/** A quote is asked for, or is about to be. */
const isAwaited = ({ quote, error }: Buy['form'], problem: unknown): boolean =>
  typeof quote !== 'object' && error === undefined && problem === undefined

/** What the visitor gets. */
function GetField({ form, provider, problem }: Buy): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  const say = useHomeSay()
  const currency = currencyOf(config, form)
  const { quote } = form
  const sum = typeof quote === 'object' && !quote.isMock ? quote.purchaseAmount.amount : undefined
  return (
    <div className="lk-buy-get">
      <span className="lk-small lk-dim">{say('buy.get')}</span>
      <div className="lk-line" data-align="spread" aria-busy={isAwaited(form, problem)}>
        {isAwaited(form, problem) ? (
          <Skeleton width={112} height={24} />
        ) : (
          <Amount
            size="title"
            value={formatWholeAmount(locale, sum)}
            unknownLabel={say('buy.unknownSum', { provider: provider?.name ?? '' })}
          />
        )}
        {currency ? (
          <button
            type="button"
            className="lk-pill lk-buy-pill"
            aria-label={say('buy.currency', { name: currency.name })}
            onClick={() => navigate(config, 'OnRampTokenSelect')}
          >
            <CoinIcon symbol={currency.symbol} />
            <span>{currency.symbol}</span>
            <Icon name="chevron" size={16} />
          </button>
        ) : null}
      </div>
    </div>
  )
}

/**
 * The provider's fees and total, in a place that they have from the first: nothing moves when they come. A stand-in quote
 * says why there are none.
 */
function Quote({ form, provider, problem }: Buy): ReactElement {
  const locale = useLocale()
  const say = useHomeSay()
  const { quote, options } = form
  const name = provider?.name ?? ''
  const given = typeof quote === 'object' && !quote.isMock ? quote : undefined
  const isWaiting = isAwaited(form, problem)
  const told = given
    ? say('buy.about', {
        amount: `${formatWholeAmount(locale, given.purchaseAmount.amount) ?? ''} ${given.purchaseAmount.currency}`,
      })
    : ''
  const sum = (one: { amount: string; currency: string } | undefined) =>
    one ? formatMoney(locale, one.amount, one.currency) : <Skeleton width={64} />
  return (
    <>
      <LiveRegion message={told} />
      {given || isWaiting ? (
        <dl className="lk-facts lk-buy-facts" aria-busy={isWaiting}>
          <div>
            <dt>{say('buy.fees')}</dt>
            <dd>{sum(given?.fees)}</dd>
          </div>
          <div>
            <dt>{say('buy.total')}</dt>
            <dd>{sum(given?.total)}</dd>
          </div>
        </dl>
      ) : null}
      {typeof quote === 'object' && quote.isMock ? (
        <p className="lk-small lk-dim" role="status">
          {say(options?.isFallback ? 'buy.fallback' : 'buy.unknownSum', { provider: name })}
        </p>
      ) : null}
    </>
  )
}

function Problem({ form, provider, error }: Buy & { error: unknown }): ReactElement | null {
  const say = useHomeSay()
  const shown = error ?? form.error
  if (shown === undefined || codeOf(shown) === OnrampAmountError.code) return null
  if (codeOf(shown) !== REFUSED) return <ErrorCard error={shown} />
  return <Banner tone="warning" role="alert" title={say('buy.refused', { provider: provider?.name ?? '' })} />
}

/** Spec behaviour: the size of a provider's window, CSS px. */
const FEATURES = 'popup,width=600,height=800'

/**
 * Opens a window at once, while the press allows it, and sends it to an address that comes a moment later. The page in it
 * learns nothing of this one.
 *
 * @param find answers the address
 * @returns the address where the browser opened no window: then it is for a link; else undefined
 * @throws what `find` does; the window is closed then
 */
async function openCheckout(find: () => Promise<string>): Promise<string | undefined> {
  const opened = window.open('', '_blank', FEATURES)
  if (opened) opened.opener = null
  try {
    const url = await find()
    if (!opened) return url
    opened.location.replace(url)
    return undefined
  } catch (error) {
    opened?.close()
    throw error
  }
}
