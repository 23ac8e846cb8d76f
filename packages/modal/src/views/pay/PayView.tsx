import { close, type Payment, type TokenBalance } from '@latchkey/core'
import { choosePayToken, confirmPayment, paymentOf, preparePayment } from '@latchkey/core/pay'
import { fiatOf, tokenIdOf, wholeUnits } from '@latchkey/core/transfer'
import { useAccount, useConfig } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import { Address, Amount, Banner, Button, Card, LiveRegion, Row, Skeleton } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import { formatLocalAmount, formatLocalFiat, formatWholeAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import sendCss from '../send/send.css?inline'
import { PayProblem } from './PayProblem.tsx'

/** What a page asks its visitor to pay, and how far it is. */
export function PayView(): ReactElement {
  const payment = paymentOf(useConfig())
  return payment ? <Paying slice={payment} /> : <Nothing />
}

/** A page may open the view without asking for anything. */
function Nothing(): ReactElement {
  const say = useHomeSay()
  return (
    <div className="lk-stack" data-gap="16">
      <Banner role="status" title={say('pay.nothing')} />
      <Leave />
    </div>
  )
}

function Leave(): ReactElement {
  const config = useConfig()
  const say = useSay()
  return <Button onClick={() => close(config)}>{say('shell.close')}</Button>
}

function Paying({ slice }: { slice: NonNullable<ReturnType<typeof paymentOf>> }): ReactElement {
  const payment = useSlice(slice)
  return (
    <div className="lk-stack" data-gap="16">
      <StyleSheet css={sendCss} />
      <Total payment={payment} />
      <Facts payment={payment} />
      {payment.step === 'choosing' ? <Offers payment={payment} /> : null}
      <div className="lk-foot">
        <Foot payment={payment} />
      </div>
    </div>
  )
}

function Total({ payment: { order, wanted, units } }: { payment: Payment }): ReactElement {
  const locale = useLocale()
  const say = useHomeSay()
  const native = order.token === undefined ? order.network.nativeCurrency.symbol : undefined
  const symbol = wanted?.symbol ?? native
  const fiat = wanted && formatLocalFiat(locale, fiatOf(wanted, units))
  return (
    <div className="lk-send-hero">
      <p className="lk-small lk-dim">{say('pay.total')}</p>
      <Amount size="title" value={formatWholeAmount(locale, order.amount)} unit={symbol} />
      {fiat ? (
        <p className="lk-small lk-dim">
          <Amount value={fiat} />
        </p>
      ) : null}
    </div>
  )
}

function Facts({ payment: { order } }: { payment: Payment }): ReactElement {
  const { address } = useAccount()
  const say = useHomeSay()
  const rows: [string, ReactNode][] = [
    [say('send.to'), <Address key="to" value={order.recipient} form="long" />],
    ...(address ? [[say('send.from'), <Address key="from" value={address} />] as [string, ReactNode]] : []),
    [
      say('send.network'),
      <span key="network" className="lk-send-network">
        <NetworkIcon network={order.network} />
        <bdi>{order.network.name}</bdi>
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

/** The tokens to pay with, and what a swap of the chosen one takes. */
function Offers({ payment: { offers, chosen, wanted, quote } }: { payment: Payment }): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  const say = useHomeSay()
  const isSwapped = chosen !== wanted
  const give = chosen && quote ? wholeUnits(chosen, quote.fromAmount) : undefined
  const written = give && `${formatLocalAmount(locale, give) ?? ''} ${chosen?.symbol}`
  return (
    <>
      <fieldset className="lk-stack">
        <legend className="lk-small lk-dim">{say('pay.with')}</legend>
        {offers.map((token) => (
          <Offer
            key={tokenIdOf(token)}
            token={token}
            isChosen={token === chosen}
            onChoose={() => void choosePayToken(config, token)}
          />
        ))}
      </fieldset>
      {isSwapped && wanted ? (
        <p className="lk-small lk-dim lk-center" aria-busy={!written}>
          {written ? say('pay.swapped', { give: written, symbol: wanted.symbol }) : <Skeleton width={220} />}
        </p>
      ) : null}
    </>
  )
}

function Offer({
  token,
  isChosen,
  onChoose,
}: {
  token: TokenBalance
  isChosen: boolean
  onChoose: () => void
}): ReactElement {
  const locale = useLocale()
  return (
    <Row
      icon={<TokenIcon token={token} />}
      label={<bdi>{token.name}</bdi>}
      sublabel={<bdi>{token.symbol}</bdi>}
      trailing={<Amount value={formatLocalAmount(locale, token.quantity.numeric)} />}
      current={isChosen}
      onClick={onChoose}
    />
  )
}

/** What is to be done, or what is waited for. */
function Foot({ payment }: { payment: Payment }): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const { step, error, order, chosen, wanted, quote } = payment
  const { name: network } = order.network
  if (step === 'paid') return <Paid />
  if (step === 'ended')
    return (
      <>
        <PayProblem error={error} />
        <Leave />
      </>
    )
  if (step === 'switching' || step === 'reading') {
    if (error !== undefined)
      return (
        <>
          <PayProblem error={error} />
          <Button variant="primary" onClick={() => void preparePayment(config)}>
            {step === 'switching' ? say('pay.switch', { network }) : <Again />}
          </Button>
        </>
      )
    return step === 'switching' ? (
      <Wait words={say('pay.switching', { network })} />
    ) : (
      <Skeleton shape="box" height={72} />
    )
  }
  if (step === 'confirming') return <Wait words={say('pay.confirming')} />
  const isReady = chosen !== undefined && (chosen === wanted || quote !== undefined)
  const isAsked = step === 'swapping' || step === 'sending'
  const waits = step === 'swapping' ? say('pay.waitSwap') : say('send.wait')
  return (
    <>
      <PayProblem
        error={error}
        onRetry={chosen && !quote ? () => void choosePayToken(config, chosen) : undefined}
      />
      <Button
        variant="primary"
        loading={isAsked}
        disabled={!isReady && !isAsked}
        onClick={() => void confirmPayment(config)}
      >
        {say('pay.confirm')}
      </Button>
      {isAsked ? <Wait words={waits} /> : null}
    </>
  )
}

const Again = (): ReactElement => <>{useSay()('shell.tryAgain')}</>

const Wait = ({ words }: { words: string }): ReactElement => (
  <>
    <p className="lk-small lk-dim lk-center">{words}</p>
    <LiveRegion message={words} />
  </>
)

function Paid(): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  return (
    <>
      <Banner tone="success" role="status" title={say('pay.done')}>
        {say('pay.doneHelp')}
      </Banner>
      <Button variant="primary" onClick={() => close(config)}>
        {say('name.close')}
      </Button>
    </>
  )
}
