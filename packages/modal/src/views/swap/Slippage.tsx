import type { SwapForm } from '@latchkey/core'
import { SWAP_TOLERANCE } from '@latchkey/core/swap'
import { Disclosure, TextField } from '@latchkey/ui'
import { type ReactElement, useId, useState } from 'react'
import { readTypedAmount, writeTypedAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { formatPoints } from './gravity.ts'

/** What most people need, in basis points. */
const CHOICES = [50, SWAP_TOLERANCE, 200] as const
/** More is worth a warning; from there on the swap is asked for by another name; the most that can be set. Basis points. */
export const MUCH_SLIPPAGE = 200
export const GRAVE_SLIPPAGE = 500
const MOST_SLIPPAGE = 5_000

/** Basis points, of `0.5` percent; undefined for what is none, or too much. */
export function readSlippage(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const points = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return points > 0 && points <= MOST_SLIPPAGE ? points : undefined
}

/** How much less than shown is still taken. */
export function Slippage({
  form: { slippage },
  change,
}: {
  form: Pick<SwapForm, 'slippage'>
  change: (fields: Partial<SwapForm>) => void
}): ReactElement {
  const locale = useLocale()
  const say = useHomeSay()
  const name = useId()
  const [typed, setTyped] = useState('')
  const isBad = typed !== '' && readSlippage(typed) === undefined
  const percent = formatPoints(locale.tag, slippage)
  const warning =
    slippage >= GRAVE_SLIPPAGE
      ? 'swap.slippageGrave'
      : slippage > MUCH_SLIPPAGE
        ? 'swap.slippageMuch'
        : undefined
  const write = (text: string) => {
    const read = readTypedAmount(locale, text)
    if (read === undefined) return
    setTyped(read)
    const points = readSlippage(read)
    if (points !== undefined) change({ slippage: points })
    if (read === '') change({ slippage: SWAP_TOLERANCE })
  }
  return (
    <Disclosure
      summary={
        <span className="lk-swap-slippage">
          <span>{say('swap.slippage')}</span>
          <bdi>{percent}</bdi>
        </span>
      }
    >
      <fieldset className="lk-swap-choices">
        <legend className="lk-small lk-dim">{say('swap.slippageHelp')}</legend>
        {CHOICES.map((points) => (
          <label key={points} className="lk-pill lk-swap-choice">
            <input
              type="radio"
              className="lk-hidden"
              name={name}
              checked={typed === '' && slippage === points}
              onChange={() => {
                setTyped('')
                change({ slippage: points })
              }}
            />
            <span>{formatPoints(locale.tag, points)}</span>
          </label>
        ))}
        <TextField
          label={say('swap.slippageOwn')}
          hideLabel
          placeholder={say('swap.slippageOwn')}
          inputMode="decimal"
          autoComplete="off"
          value={writeTypedAmount(locale, typed)}
          error={isBad ? say('swap.slippageBad') : undefined}
          onChange={({ target }) => write(target.value)}
        />
      </fieldset>
      {warning ? (
        <p
          className="lk-small lk-swap-warning"
          data-tone={slippage >= GRAVE_SLIPPAGE ? 'danger' : 'warning'}
          role="status"
        >
          {say(warning, { percent })}
        </p>
      ) : null}
    </Disclosure>
  )
}
