import { Button, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import type { AmountValue, Cap, Edit } from '../../approvals/ApprovalView.ts'
import type { Locale } from '../../locales/Locale.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { formatValueAmount, parseDecimal } from './ValueText.tsx'

export type CapEditorProps = {
  cap: Cap
  /** Nothing can be changed while something else is under way. */
  disabled: boolean
  onEdit: (edit: Edit) => void
}

type Sayer = ReturnType<typeof useSay>

const amountOf = ({ decimals, symbol }: Cap, amount: bigint): AmountValue => ({
  kind: 'amount',
  amount,
  decimals,
  symbol,
})

/** The amount as it could be typed: without groups, so that it reads back as the same. */
const typedText = (cap: Cap, amount: bigint): string =>
  formatValueAmount('en', amountOf(cap, amount)).replaceAll(',', '')

/** Why an amount cannot be set; empty when it can. */
function problemOf(say: Sayer, locale: Locale, cap: Cap, amount: bigint | undefined): string {
  if (amount === undefined)
    return cap.decimals === 0 ? say('cap.whole') : say('cap.number', { places: cap.decimals })
  if (amount === 0n) return say('cap.none')
  if (amount <= cap.asked) return ''
  const asked = amountOf(cap, cap.asked)
  return say('cap.tooMuch', { amount: `${formatValueAmount(locale.tag, asked)} ${cap.symbol}` })
}

/** What the account has, where that is less than what would be given. */
const ownBalance = ({ balance, current }: Cap): bigint | undefined =>
  balance !== undefined && balance > 0n && balance < current ? balance : undefined

function CapForm({ cap, disabled, onEdit, onDone }: CapEditorProps & { onDone: () => void }): ReactElement {
  const say = useSay()
  const locale = useLocale()
  const [text, setText] = useState(cap.unlimited ? '' : typedText(cap, cap.current))
  const [problem, setProblem] = useState('')
  const set = (amount: bigint) => {
    onEdit({ kind: 'cap', call: cap.call, amount })
    onDone()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (disabled) return
    const amount = parseDecimal(text, cap.decimals)
    const found = problemOf(say, locale, cap, amount)
    setProblem(found)
    if (found === '' && amount !== undefined) set(amount)
  }
  const balance = ownBalance(cap)
  const form = useRef<HTMLFormElement>(null)
  // It opens low on the screen, where the buttons of the approval would lie over it.
  useLayoutEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <form ref={form} className="fr-cap-form" onSubmit={onSubmit} noValidate>
      <TextField
        label={say('cap.label', { symbol: cap.symbol })}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={100}
        value={text}
        hint={say('cap.hint')}
        error={problem || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        action={
          <Button type="submit" size="small" aria-disabled={disabled || undefined}>
            {say('cap.apply')}
          </Button>
        }
      />
      <div className="fr-cap-ways">
        {balance === undefined ? null : (
          <Button size="small" onClick={() => setText(typedText(cap, balance))}>
            {say('cap.balance')}
          </Button>
        )}
        {cap.current === cap.asked ? null : (
          <Button size="small" onClick={() => !disabled && set(cap.asked)}>
            {say('cap.asked')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Lets a person lower what others may take. What is set here is what is shown above and what is signed. */
export function CapEditor(props: CapEditorProps): ReactElement {
  const { cap, disabled, onEdit } = props
  const say = useSay()
  const [open, setOpen] = useState(false)
  const balance = ownBalance(cap)
  return (
    <div className="fr-cap">
      <div className="fr-cap-ways">
        {cap.unlimited && !open && balance !== undefined ? (
          <Button
            size="small"
            aria-disabled={disabled || undefined}
            onClick={() => !disabled && onEdit({ kind: 'cap', call: cap.call, amount: balance })}
          >
            {say('cap.limit')}
          </Button>
        ) : null}
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {say('cap.change')}
        </Button>
      </div>
      {open ? <CapForm key={String(cap.current)} {...props} onDone={() => setOpen(false)} /> : null}
    </div>
  )
}
