import { attemptStateOf, codeOf, formatUnits } from '@latchkey/core'
import {
  type CheckedTransfer,
  checkTransfer,
  contractOf,
  estimateTransferFee,
  fiatOf,
  heldUnits,
  RecipientError,
  type RecipientWarning,
  sendTransfer,
  warningsOf,
  wholeUnits,
} from '@latchkey/core/transfer'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { Address, Amount, Banner, Button, Card, LiveRegion, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { formatLocalFiat, formatWholeAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { askFromReview } from '../requests/askFromReview.ts'
import { NOBODY, SendProblem } from './SendProblem.tsx'
import css from './send.css?inline'
import { useRecipient, useTransfer } from './useTransfer.ts'

/** What will be sent, in full, before the wallet is asked. */
export function PreviewView(): ReactElement {
  const config = useConfig()
  const { form, token, tokens } = useTransfer()
  const read = useRecipient(form.recipient)
  // What is sent clears the form, a moment before another view is there.
  const isEmpty = form.amount === '' && form.recipient === ''
  const [cameEmpty] = useState(isEmpty)
  if (!tokens || !read || (isEmpty && !cameEmpty)) return <Waiting />
  const { recipient } = read
  const known = recipient.kind === 'known' ? recipient : undefined
  try {
    const checked = checkTransfer(config, form, { token, to: known?.address })
    return (
      <Review
        key={`${checked.to}/${checked.units}`}
        transfer={checked}
        name={known?.name}
        isSending={form.isSending}
        // What the person declined is said in the form, where it leads to.
        error={attemptStateOf(form.error) === 'declined' ? undefined : form.error}
      />
    )
  } catch (error) {
    const { kind } = recipient
    return codeOf(error) === RecipientError.code && kind !== 'known' && kind !== 'empty' ? (
      <Nobody kind={kind} />
    ) : (
      <SendProblem error={error} />
    )
  }
}

/** A name may have been looked up here first: what came of that is told, and not that it is no address. */
const Nobody = ({ kind }: { kind: keyof typeof NOBODY }): ReactElement => (
  <Banner tone="danger" role="alert" title={useHomeSay()(NOBODY[kind])} />
)

const Waiting = (): ReactElement => (
  <div className="lk-stack" aria-busy="true">
    <Skeleton shape="box" height={88} />
    <Skeleton shape="box" height={176} />
  </div>
)

type ReviewProps = {
  transfer: CheckedTransfer
  name: string | undefined
  isSending: boolean
  error: unknown
}

function Review({ transfer, name, isSending, error }: ReviewProps): ReactElement {
  const { network } = useNetwork()
  const { address = '' } = useAccount()
  const locale = useLocale()
  const say = useHomeSay()
  const { token, units, to } = transfer
  const facts = useFacts(transfer)
  const isDanger = facts.warnings?.some(({ kind }) => WARNINGS[kind].tone === 'danger') ?? false
  const fiat = formatLocalFiat(locale, fiatOf(token, units))
  return (
    <div className="lk-stack" data-gap="16">
      <StyleSheet css={css} />
      <div className="lk-send-hero">
        <p className="lk-small lk-dim">{say('send.youSend')}</p>
        <Amount
          size="title"
          value={formatWholeAmount(locale, wholeUnits(token, units))}
          unit={token.symbol}
        />
        {fiat ? (
          <p className="lk-small lk-dim">
            <Amount value={fiat} />
          </p>
        ) : null}
      </div>
      <Warnings warnings={facts.warnings ?? []} symbol={token.symbol} />
      <Card>
        <dl className="lk-facts">
          <div>
            <dt>{say('send.to')}</dt>
            <dd>
              {name ? (
                <p>
                  <bdi>{name}</bdi>
                </p>
              ) : null}
              <Address value={to} form="long" />
            </dd>
          </div>
          <div>
            <dt>{say('send.from')}</dt>
            <dd>
              <Address value={address} />
            </dd>
          </div>
          <div>
            <dt>{say('send.network')}</dt>
            <dd className="lk-send-network">
              <NetworkIcon network={network} />
              <bdi>{network?.name}</bdi>
            </dd>
          </div>
          <div>
            <dt>{say('send.fee')}</dt>
            <dd>
              <Fee fee={facts.fee} />
            </dd>
          </div>
        </dl>
      </Card>
      <FeeWarning fee={facts.fee} transfer={transfer} />
      <SendProblem error={error || facts.fee === 'reading' ? undefined : facts.refusal} />
      <Foot {...{ transfer, isSending, error, isDanger }} />
    </div>
  )
}

/** The button, with why it did not work, in sight. */
function Foot({
  transfer,
  isSending,
  error,
  isDanger,
}: Pick<ReviewProps, 'transfer' | 'isSending' | 'error'> & { isDanger: boolean }): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  return (
    <div className="lk-foot">
      <SendProblem error={error} />
      <Button
        variant={isDanger ? 'danger' : 'primary'}
        loading={isSending}
        onClick={() =>
          void askFromReview(config, { view: 'WalletSendPreview', sent: say('send.sent') }, () =>
            sendTransfer(config, transfer),
          )
        }
      >
        {say('send.confirm')}
      </Button>
      {isSending ? <p className="lk-small lk-dim lk-center">{say('send.wait')}</p> : null}
      <LiveRegion message={isSending ? say('send.wait') : ''} />
    </div>
  )
}

type Facts = {
  warnings: readonly RecipientWarning[] | undefined
  /** Base units of the native coin. */
  fee: bigint | 'reading' | 'unknown'
  /** Why the network would not take it. */
  refusal: unknown
}
/** Codes of a transfer that would fail: not enough to pay with, too little to pass on, and what a contract refuses. */
const REFUSALS: ReadonlySet<number> = new Set([7015, 7018, 7102, 7103, 7203, 7204])

/** What the network tells of a transfer. */
function useFacts(transfer: CheckedTransfer): Facts {
  const config = useConfig()
  const [facts, setFacts] = useState<Facts>({ warnings: undefined, fee: 'reading', refusal: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another transfer is another review.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const tell = (told: Partial<Facts>) => {
      if (!signal.aborted) setFacts((known) => ({ ...known, ...told }))
    }
    const { to, token } = transfer
    void warningsOf(config, { address: to, token: contractOf(token), signal }).then((warnings) =>
      tell({ warnings }),
    )
    estimateTransferFee(config, { ...transfer, signal }).then(
      (fee) => tell({ fee }),
      (error: unknown) => {
        const { code } = error as { code?: number }
        tell({ fee: 'unknown', refusal: REFUSALS.has(code ?? 0) ? error : undefined })
      },
    )
    return () => controller.abort()
  }, [config])
  return facts
}

/** To two digits, and never less than it is. */
function roundUp(fee: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, fee.toString().length - 2))
  return ((fee + unit - 1n) / unit) * unit
}

function Fee({ fee }: { fee: Facts['fee'] }): ReactElement {
  const { network } = useNetwork()
  const { tokenBalance } = useAccount()
  const locale = useLocale()
  const say = useHomeSay()
  const native = tokenBalance?.find(({ address }) => address === undefined)
  if (fee === 'reading' || !network) return <Skeleton width={72} />
  if (fee === 'unknown') return <Amount unknownLabel={say('send.feeUnknown')} />
  const { decimals, symbol } = network.nativeCurrency
  const fiat = native && formatLocalFiat(locale, fiatOf(native, fee))
  return (
    <>
      <Amount value={formatWholeAmount(locale, formatUnits(roundUp(fee), decimals))} unit={symbol} />
      {fiat ? (
        <span className="lk-dim">
          {' '}
          <Amount value={fiat} />
        </span>
      ) : null}
    </>
  )
}

const WARNINGS: Readonly<
  Record<
    RecipientWarning['kind'],
    { tone: 'danger' | 'warning' | 'info'; title: HomeSayable; help: HomeSayable }
  >
> = {
  token: { tone: 'danger', title: 'send.warnToken', help: 'send.warnTokenHelp' },
  lookAlike: { tone: 'danger', title: 'send.warnLookAlike', help: 'send.warnLookAlikeHelp' },
  planted: { tone: 'danger', title: 'send.warnPlanted', help: 'send.warnPlantedHelp' },
  unused: { tone: 'info', title: 'send.warnUnused', help: 'send.warnUnusedHelp' },
  first: { tone: 'info', title: 'send.warnFirst', help: 'send.warnUnusedHelp' },
  own: { tone: 'info', title: 'send.warnOwn', help: 'send.warnOwnHelp' },
  contract: { tone: 'warning', title: 'send.warnContract', help: 'send.warnContractHelp' },
}

function Warnings({
  warnings,
  symbol,
}: {
  warnings: readonly RecipientWarning[]
  symbol: string
}): ReactElement {
  const say = useHomeSay()
  return (
    <div className="lk-stack lk-send-warnings" role="status">
      {warnings.map((warning) => {
        const { tone, title, help } = WARNINGS[warning.kind]
        return (
          <Banner key={warning.kind} tone={tone} title={say(title)}>
            {say(help, { symbol })}
            {warning.kind === 'lookAlike' ? (
              <span className="lk-send-known">
                <Address value={warning.known} form="long" />
              </span>
            ) : null}
          </Banner>
        )
      })}
    </div>
  )
}

/** The native coin has to pay for the fee too. Who pays it is the wallet's to say in the end. */
function FeeWarning({
  fee,
  transfer: { token, units },
}: Pick<Facts, 'fee'> & { transfer: CheckedTransfer }): ReactElement | null {
  const { network } = useNetwork()
  const { tokenBalance } = useAccount()
  const locale = useLocale()
  const say = useHomeSay()
  const native = tokenBalance?.find(({ address }) => address === undefined)
  if (typeof fee !== 'bigint' || !native || !network) return null
  const isNative = token.address === undefined
  if (fee + (isNative ? units : 0n) <= heldUnits(native)) return null
  const { symbol, decimals } = network.nativeCurrency
  const most = `${formatWholeAmount(locale, formatUnits(roundUp(fee), decimals)) ?? ''} ${symbol}`
  return (
    <Banner tone="warning" role="status" title={say('send.warnFee', { symbol })}>
      {say('send.warnFeeHelp', { symbol, fee: most })}
    </Banner>
  )
}
