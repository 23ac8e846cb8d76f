import { attemptStateOf, type Config, codeOf, endView, formatUnits } from '@latchkey/core'
import { isRestrictedHere } from '@latchkey/core/restrictions'
import {
  type AgreedSwap,
  estimateSwapFee,
  isOneRequest,
  isWorse,
  minimumOf,
  needsApproval,
  rateOf,
  SwapWorseError,
  sendSwap,
} from '@latchkey/core/swap'
import { fiatOf, wholeUnits } from '@latchkey/core/transfer'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { Amount, Banner, Button, Card, Icon, LiveRegion, Skeleton } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { formatLocalAmount, formatLocalFiat, formatWholeAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { RestrictedNotice } from '../../parts/RestrictedNotice.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { askFromReview } from '../requests/askFromReview.ts'
import sendCss from '../send/send.css?inline'
import { formatPoints, gravityOf } from './gravity.ts'
import { Countdown, Impact, shortRate } from './PriceLine.tsx'
import { GRAVE_SLIPPAGE } from './Slippage.tsx'
import { SwapProblem } from './SwapProblem.tsx'
import type { LiveQuote } from './SwapState.ts'
import css from './swap.css?inline'
import { useQuote, useSwap } from './useSwap.ts'

/** What will be swapped, in full, before the wallet is asked. */
export function SwapPreviewView(): ReactElement {
  const config = useConfig()
  const swap = useSwap()
  const { form, from, to, failure } = swap
  const { agreed } = form
  const live = useQuote({ from, to, units: agreed?.fromAmount }, form.step !== undefined)
  // Without an agreement there is nothing to review: the form is where one is found.
  const isLost = !agreed && form.step === undefined
  useEffect(() => {
    if (isLost && swap.tokens) endView(config, 'SwapPreview')
  }, [config, isLost, swap.tokens])
  if (isRestrictedHere(config)) return <RestrictedNotice />
  if (failure !== undefined) return <SwapProblem error={failure} onRetry={swap.retry} />
  if (!agreed || !from || !to) return <Waiting />
  return (
    <Review
      agreed={{ from, to, quote: agreed, slippage: form.slippage }}
      live={live}
      step={form.step}
      error={attemptStateOf(form.error) === 'declined' ? undefined : form.error}
      onAgree={() => swap.change({ agreed: live.quote })}
    />
  )
}

const Waiting = (): ReactElement => (
  <div className="lk-stack" aria-busy="true">
    <Skeleton shape="box" height={120} />
    <Skeleton shape="box" height={200} />
  </div>
)

type ReviewProps = {
  agreed: AgreedSwap
  live: LiveQuote
  step: 'approving' | 'swapping' | undefined
  error: unknown
  /** Takes the price of now. */
  onAgree: () => void
}

function Review({ agreed, live, step, error, onAgree }: ReviewProps): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const { from, to, quote, slippage } = agreed
  const ways = useWays(config, agreed)
  const isRefused = codeOf(error) === SwapWorseError.code
  // Once the wallet is asked, the price that was agreed on stands: the swap gives the minimum, or nothing happens.
  const isChanged =
    step === undefined && live.quote !== undefined && (isRefused || isWorse(live.quote, quote))
  const isGrave = gravityOf(quote.impact) === 'grave' || slippage >= GRAVE_SLIPPAGE
  const waits = step === 'approving' ? say('swap.waitApproval', { symbol: from.symbol }) : say('send.wait')
  return (
    <div className="lk-stack" data-gap="16">
      <StyleSheet css={sendCss} />
      <StyleSheet css={css} />
      <Sides agreed={agreed} />
      {isChanged && live.quote ? <Changed agreed={agreed} now={live.quote.toAmount} /> : null}
      <Warnings agreed={agreed} />
      <Facts agreed={agreed} live={live} />
      {ways ? (
        <p className="lk-small lk-dim lk-center">
          {say(ways === 'one' ? 'swap.oneRequest' : 'swap.twoRequests', { symbol: from.symbol })}
        </p>
      ) : null}
      {isChanged ? null : <SwapProblem error={error ?? live.error} onRetry={live.refresh} />}
      <div className="lk-foot">
        {isChanged ? (
          <Button variant="primary" onClick={onAgree}>
            {say('swap.agree')}
          </Button>
        ) : (
          <Button
            variant={isGrave ? 'danger' : 'primary'}
            loading={step !== undefined}
            disabled={live.error !== undefined && step === undefined}
            onClick={() =>
              void askFromReview(config, { view: 'SwapPreview', form: 'Swap', sent: say('swap.sent') }, () =>
                sendSwap(config, agreed),
              )
            }
          >
            {say(isGrave ? 'swap.confirmAnyway' : 'swap.confirm')}
          </Button>
        )}
        {step ? <p className="lk-small lk-dim lk-center">{waits}</p> : null}
      </div>
      <LiveRegion
        message={
          step
            ? waits
            : isChanged
              ? say('swap.changedTo', {
                  amount: `${formatUnits(live.quote?.toAmount ?? 0n, Number(to.quantity.decimals))} ${to.symbol}`,
                })
              : ''
        }
      />
    </div>
  )
}

/** Whether the wallet asks once or twice where it has to be told first that the token may be used; undefined: it has not. */
function useWays(config: Config, agreed: AgreedSwap): 'one' | 'two' | undefined {
  const [ways, setWays] = useState<'one' | 'two'>()
  const { from, quote } = agreed
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token, the amount and who swaps say it all.
  useEffect(() => {
    if (from.address === undefined) return setWays(undefined)
    let isOver = false
    const look = async () => {
      const isNeeded = await needsApproval(config, agreed).catch(() => false)
      const found = isNeeded ? ((await isOneRequest(config, agreed)) ? 'one' : 'two') : undefined
      if (!isOver) setWays(found)
    }
    void look()
    return () => {
      isOver = true
    }
  }, [config, from.address, quote.fromAmount, quote.spender])
  return ways
}

function Sides({ agreed: { from, to, quote } }: { agreed: AgreedSwap }): ReactElement {
  const locale = useLocale()
  const say = useHomeSay()
  const sides = [
    { token: from, units: quote.fromAmount, label: say('swap.give'), whole: true },
    { token: to, units: quote.toAmount, label: say('swap.get'), whole: false },
  ]
  return (
    <div className="lk-swap-review">
      {sides.map(({ token, units, label, whole }, index) => {
        const amount = wholeUnits(token, units)
        const fiat = formatLocalFiat(locale, fiatOf(token, units))
        return (
          <div key={label} className="lk-swap-side">
            <TokenIcon token={token} />
            <span className="lk-swap-side-text">
              <span className="lk-small lk-dim">{label}</span>
              <Amount
                size="title"
                value={whole ? formatWholeAmount(locale, amount) : formatLocalAmount(locale, amount)}
                unit={token.symbol}
              />
              {fiat ? (
                <span className="lk-small lk-dim">
                  <Amount value={fiat} />
                </span>
              ) : null}
            </span>
            {index === 0 ? (
              <span className="lk-swap-arrow" aria-hidden="true">
                <Icon name="arrow-down" size={16} />
              </span>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

/** The price has gone down since it was agreed on: both amounts, side by side. */
function Changed({ agreed: { to, quote }, now }: { agreed: AgreedSwap; now: bigint }): ReactElement {
  const locale = useLocale()
  const say = useHomeSay()
  const write = (units: bigint) => `${formatLocalAmount(locale, wholeUnits(to, units)) ?? ''} ${to.symbol}`
  return (
    <Banner tone="warning" role="alert" title={say('swap.changed')}>
      {say('swap.changedHelp', { before: write(quote.toAmount), now: write(now) })}
    </Banner>
  )
}

function Warnings({ agreed: { quote, slippage } }: { agreed: AgreedSwap }): ReactElement | null {
  const locale = useLocale()
  const say = useHomeSay()
  const gravity = gravityOf(quote.impact)
  const percent = formatPoints(locale.tag, slippage)
  return (
    <>
      {gravity === 'small' || quote.impact === undefined ? null : (
        <Banner tone={gravity === 'grave' ? 'danger' : 'warning'} title={say('swap.impactTitle')}>
          {say('swap.impactHelp', { percent: formatPoints(locale.tag, quote.impact) })}
        </Banner>
      )}
      {slippage >= GRAVE_SLIPPAGE ? (
        <Banner tone="danger" title={say('swap.slippageTitle')}>
          {say('swap.slippageGrave', { percent })}
        </Banner>
      ) : null}
    </>
  )
}

function Facts({ agreed, live }: { agreed: AgreedSwap; live: LiveQuote }): ReactElement {
  const { network } = useNetwork()
  const locale = useLocale()
  const say = useHomeSay()
  const { from, to, quote, slippage } = agreed
  const rate = rateOf(quote, from, to)
  const least = formatLocalAmount(locale, wholeUnits(to, minimumOf(quote, slippage)))
  const rows: [string, ReactNode][] = [
    [
      say('swap.rate'),
      <span key="rate" className="lk-swap-fresh">
        <bdi dir="ltr">
          {rate ? `1 ${from.symbol} = ${formatWholeAmount(locale, shortRate(rate))} ${to.symbol}` : '—'}
        </bdi>
        {live.nextAt === undefined ? null : <Countdown key={live.nextAt} until={live.nextAt} />}
      </span>,
    ],
    [
      say('swap.least', { percent: formatPoints(locale.tag, slippage) }),
      <Amount key="least" value={least} unit={to.symbol} />,
    ],
    [say('swap.impact'), <Impact key="impact" impact={quote.impact} />],
    [say('swap.provider'), <Provider key="provider" quote={quote} />],
    [say('swap.networkCost'), <NetworkCost key="cost" gas={quote.gas} />],
    [
      say('send.network'),
      <span key="network" className="lk-send-network">
        <NetworkIcon network={network} />
        <bdi>{network?.name}</bdi>
      </span>,
    ],
  ]
  return (
    <Card>
      <dl className="lk-facts">
        {rows.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Providers that have a name of their own. */
const PROVIDERS: Readonly<Record<string, string>> = { uniswap: 'Uniswap', lifi: 'LI.FI' }

function Provider({ quote: { provider, fee } }: { quote: AgreedSwap['quote'] }): ReactElement {
  const { tag } = useLocale()
  const say = useHomeSay()
  const name = PROVIDERS[provider ?? ''] ?? provider ?? say('swap.providerUnknown')
  return (
    <span>
      <bdi>{name}</bdi>
      {fee === undefined ? null : (
        <span className="lk-dim">
          {' '}
          {say('swap.providerFee', { percent: formatPoints(tag, Number(fee) * 100) })}
        </span>
      )}
    </span>
  )
}

function NetworkCost({ gas }: { gas: bigint | undefined }): ReactElement {
  const config = useConfig()
  const { network } = useNetwork()
  const { tokenBalance } = useAccount()
  const locale = useLocale()
  const say = useHomeSay()
  const [fee, setFee] = useState<bigint | 'reading' | 'unknown'>('reading')
  useEffect(() => {
    const controller = new AbortController()
    estimateSwapFee(config, { gas, signal: controller.signal }).then(
      (read) => controller.signal.aborted || setFee(read),
      () => controller.signal.aborted || setFee('unknown'),
    )
    return () => controller.abort()
  }, [config, gas])
  if (fee === 'reading' || !network) return <Skeleton width={72} />
  if (fee === 'unknown') return <Amount unknownLabel={say('send.feeUnknown')} />
  const native = tokenBalance?.find(({ address }) => address === undefined)
  const fiat = native && formatLocalFiat(locale, fiatOf(native, fee))
  const { decimals, symbol } = network.nativeCurrency
  const unit = 10n ** BigInt(Math.max(0, fee.toString().length - 2))
  const rounded = ((fee + unit - 1n) / unit) * unit
  return (
    <>
      <Amount value={formatWholeAmount(locale, formatUnits(rounded, decimals))} unit={symbol} />
      {fiat ? (
        <span className="lk-dim">
          {' '}
          <Amount value={fiat} />
        </span>
      ) : null}
    </>
  )
}
