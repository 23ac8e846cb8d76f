import type { TokenBalance, TransferForm } from '@latchkey/core'
import {
  fiatOf,
  heldUnits,
  isHeldKnown,
  mostUnits,
  priceOf,
  tokenIdOf,
  turnUnit,
  unitsOf,
  wholeUnits,
} from '@latchkey/core/transfer'
import { useAccount } from '@latchkey/react'
import { Button, FieldError, Icon, Skeleton, symbolBeside } from '@latchkey/ui'
import { type ReactElement, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  formatLocalFiat,
  readTypedAmount,
  useLocalAmount,
  writeTypedAmount,
} from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'

type Written = Pick<TransferForm, 'amount' | 'unit'>
type Writing = {
  form: Written
  /** undefined while nobody has told. */
  token: TokenBalance | undefined
  change: (fields: Partial<Written>) => void
}
export type AmountFieldProps = Writing & {
  /** The tokens could not be read. */
  isUnknown: boolean
  /** Default: “Amount”. */
  label?: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Leads to the choice of the token. */
  onToken: () => void
  /** What of the native coin stays behind for the fee when all is taken, in base units. */
  reserve: (native: TokenBalance) => Promise<bigint>
}

/** How much of what: the amount large, its worth under it, the token beside it. */
export function AmountField(props: AmountFieldProps): ReactElement {
  const { form, token, change, isUnknown, inputRef, onToken, reserve } = props
  const locale = useLocale()
  const say = useHomeSay()
  const id = useId()
  const problem = useAmountProblem({ form, token })
  const unit = form.unit === 'fiat' ? '$' : (token?.symbol ?? '')
  return (
    <div className="lk-send-amount" data-state={problem ? 'error' : 'ready'}>
      <label className="lk-label" htmlFor={id}>
        {props.label ?? say('send.amount')}
      </label>
      <div className="lk-line">
        {form.unit === 'fiat' ? (
          <span className="lk-send-dollar" aria-hidden="true">
            $
          </span>
        ) : null}
        <input
          ref={inputRef}
          id={id}
          className="lk-send-input"
          data-length={form.amount.length > 9 ? 'long' : undefined}
          // A number begins at its left in every language: where it is too long, its end is left out.
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          placeholder={writeTypedAmount(locale, '0.00')}
          value={writeTypedAmount(locale, form.amount)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-worth ${id}-problem`}
          aria-label={say('send.amountIn', { unit })}
          onChange={({ target }) => {
            const amount = readTypedAmount(locale, target.value)
            if (amount !== undefined) change({ amount })
          }}
        />
        {token ? (
          <button
            type="button"
            className="lk-pill lk-send-token"
            aria-label={say('send.token', { name: token.name })}
            onClick={onToken}
          >
            <TokenIcon token={token} />
            <span dir="ltr">
              <bdi>{token.symbol}</bdi>
            </span>
            <Icon name="chevron" size={16} />
          </button>
        ) : isUnknown ? null : (
          <Skeleton shape="box" width={88} height={36} />
        )}
      </div>
      <div className="lk-line lk-small lk-dim" data-align="spread">
        <Worth form={form} token={token} change={change} id={`${id}-worth`} />
        <Max form={form} token={token} change={change} reserve={reserve} />
      </div>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </div>
  )
}

/** What is wrong with the amount as it stands; nothing while it is not one yet. */
function useAmountProblem({ form, token }: Pick<Writing, 'form' | 'token'>): string | undefined {
  const write = useLocalAmount()
  const say = useHomeSay()
  if (!token || form.amount === '' || form.amount === '.') return undefined
  const units = unitsOf(token, form)
  if (units === undefined)
    return form.unit === 'fiat'
      ? say('send.badFiat')
      : say('send.badAmount', { count: Number(token.quantity.decimals) })
  if (!isHeldKnown(token) || units <= heldUnits(token)) return undefined
  const amount = `${write(token.quantity.numeric) ?? '0'} ${symbolBeside(token.symbol)}`
  return say('send.notEnough', { amount })
}

/** The amount in the other unit; a press enters it in that one. */
function Worth({ form, token, change, id }: Writing & { id: string }): ReactElement {
  const locale = useLocale()
  const write = useLocalAmount()
  const say = useHomeSay()
  if (!token || !priceOf(token)) return <span id={id}>{token ? say('send.noPrice') : ''}</span>
  const units = unitsOf(token, form) ?? 0n
  const isFiat = form.unit === 'fiat'
  const worth = isFiat
    ? `${write(wholeUnits(token, units)) ?? '0'} ${symbolBeside(token.symbol)}`
    : (formatLocalFiat(locale, fiatOf(token, units)) ?? '')
  return (
    <button
      type="button"
      className="lk-inline-button"
      aria-label={`${worth}. ${isFiat ? say('send.toToken', { symbol: token.symbol }) : say('send.toFiat')}`}
      onClick={() => change(turnUnit(token, form))}
    >
      <bdi id={id} dir="ltr" className="lk-amount">
        {worth}
      </bdi>
      <Icon name="flip" size={16} />
    </button>
  )
}

/** All that can be sent: of the native coin, what the fee leaves. */
function Max({
  form,
  token,
  change,
  reserve,
}: Writing & Pick<AmountFieldProps, 'reserve'>): ReactElement | null {
  const write = useLocalAmount()
  const say = useHomeSay()
  const [state, setState] = useState<'ready' | 'reading' | 'failed'>('ready')
  const isStill = useStill({ form, token })
  if (!token) return null
  const fill = async () => {
    setState('reading')
    try {
      const fee = token.address === undefined ? await reserve(token) : 0n
      if (isStill()) change({ amount: wholeUnits(token, mostUnits(token, fee)), unit: 'token' })
      setState('ready')
    } catch {
      setState(isStill() ? 'failed' : 'ready')
    }
  }
  const amount = `${write(token.quantity.numeric) ?? '—'} ${symbolBeside(token.symbol)}`
  return (
    <span className="lk-send-max">
      <span role={state === 'failed' ? 'alert' : undefined}>
        {state === 'failed' ? say('send.feeUnread') : say('send.available', { amount })}
      </span>
      {isHeldKnown(token) ? (
        <Button
          variant="ghost"
          size="small"
          aria-label={say('send.maxLabel')}
          loading={state === 'reading'}
          onClick={() => void fill()}
        >
          {say('send.max')}
        </Button>
      ) : null}
    </span>
  )
}

/**
 * Tells, of what is drawn now, whether it still stands there later: the same amount of the same token of the same account. An
 * answer that comes after something else was written is for nobody.
 */
function useStill({ form, token }: Pick<Writing, 'form' | 'token'>): () => boolean {
  const { caipAddress } = useAccount()
  const written = JSON.stringify([caipAddress, token && tokenIdOf(token), form.unit, form.amount])
  const latest = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    latest.current = written
    return () => {
      latest.current = undefined
    }
  }, [written])
  return () => latest.current === written
}
