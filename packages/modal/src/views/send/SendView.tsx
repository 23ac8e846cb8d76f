import { codeOf } from '@latchkey/core'
import {
  canSend,
  checkTransfer,
  NotEnoughError,
  RecipientError,
  readPaymentLink,
  reserveForTransfer,
  TransferAmountError,
  transferFormOf,
  UnsupportedChainError,
} from '@latchkey/core/transfer'
import { useConfig, useNetwork } from '@latchkey/react'
import { Address, Button, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, type RefObject, useRef, useState } from 'react'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { navigate } from '../../router/navigate.ts'
import { AmountField } from './AmountField.tsx'
import { NOBODY, SendProblem } from './SendProblem.tsx'
import css from './send.css?inline'
import { type ReadRecipient, useRecipient, useTransfer } from './useTransfer.ts'

/** What is said at the field that it is about, and not again below. */
const AT_FIELD: ReadonlySet<number> = new Set([
  TransferAmountError.code,
  NotEnoughError.code,
  RecipientError.code,
])

/** The form for sending: how much, of what, to whom. */
export function SendView(): ReactElement {
  const config = useConfig()
  const transfer = useTransfer()
  const say = useHomeSay()
  const { form, tokens, token } = transfer
  const read = useRecipient(form.recipient)
  const amountRef = useRef<HTMLInputElement>(null)
  const recipientRef = useRef<HTMLInputElement>(null)
  // Nothing is called wrong while it is being written.
  const [isTried, setTried] = useState(false)
  const known = read?.recipient.kind === 'known' ? read.recipient.address : undefined
  useNetwork()
  const review = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // A name that is still looked up is read again on the next screen.
    const to = read === undefined && form.recipient.trim() !== '' ? 'unread' : known
    try {
      checkTransfer(config, form, { token, to })
      navigate(config, 'WalletSendPreview')
    } catch (error) {
      transferFormOf(config).setState({ error })
      const code = codeOf(error)
      const isOfRecipient = code === RecipientError.code || (form.amount !== '' && form.recipient === '')
      ;(isOfRecipient ? recipientRef : amountRef).current?.focus()
    }
  }
  if (!canSend(config)) return <SendProblem error={new UnsupportedChainError()} />
  return (
    <form className="lk-stack" data-gap="16" noValidate onSubmit={review}>
      <StyleSheet css={css} />
      <AmountField
        {...transfer}
        inputRef={amountRef}
        onToken={() => navigate(config, 'WalletSendSelectToken')}
        reserve={(native) => reserveForTransfer(config, { token: native, to: known })}
      />
      <RecipientField
        {...transfer}
        read={read}
        isTried={isTried}
        inputRef={recipientRef}
        onLink={(text) => readPaymentLink(config, text, tokens)}
      />
      {AT_FIELD.has(codeOf(form.error) ?? 0) ? null : <SendProblem error={form.error} />}
      <Button variant="primary" type="submit">
        {say('send.review')}
      </Button>
    </form>
  )
}

/** A link begins with the name of what reads it; the chain adapter says whether it is one for payments. */
const LINK = /^[a-z]+:/i

const WRONG: Readonly<Record<string, HomeSayable>> = {
  ...NOBODY,
  otherNetwork: 'send.otherNetwork',
  otherToken: 'send.otherToken',
  untold: 'home.unavailable',
}

type RecipientFieldProps = Pick<ReturnType<typeof useTransfer>, 'form' | 'change'> & {
  read: ReadRecipient
  isTried: boolean
  inputRef: RefObject<HTMLInputElement | null>
  onLink: (text: string) => ReturnType<typeof readPaymentLink>
}

/** Whom to send to: an address, a name, or a payment link. */
function RecipientField({
  form,
  change,
  read,
  isTried,
  inputRef,
  onLink,
}: RecipientFieldProps): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const [refused, setRefused] = useState<HomeSayable>()
  const write = (text: string) => {
    setRefused(undefined)
    change({ recipient: text })
    if (!LINK.test(text.trim())) return
    void onLink(text).then((link) => {
      // Something else may have been written, or another account come, while it was read.
      if (transferFormOf(config).getState().recipient !== text) return
      if (link.kind === 'form') change(link.form)
      else if (link.kind !== 'none') setRefused(WRONG[link.kind])
    })
  }
  const paste = () => {
    const reading = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('No clipboard'))
    reading.then(
      (text) => write(text.trim()),
      () => {
        setRefused('send.pasteRefused')
        inputRef.current?.focus()
      },
    )
  }
  const { recipient } = read ?? {}
  const kind = recipient?.kind ?? 'empty'
  // An address that is not whole yet is not wrong yet: only a whole one, or one that somebody wanted to send to.
  const isWrong = kind !== 'known' && kind !== 'empty' && (isTried || kind !== 'invalid')
  const wrong = refused ?? (isWrong ? WRONG[kind] : undefined)
  const isReading = read === undefined && form.recipient.includes('.')
  return (
    <TextField
      ref={inputRef}
      label={say('send.to')}
      placeholder={say('send.toPlaceholder')}
      className="lk-send-to"
      value={form.recipient}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      error={wrong && say(wrong)}
      hint={
        isReading ? (
          say('send.reading')
        ) : recipient?.kind === 'known' && recipient.name ? (
          <Address value={recipient.address} />
        ) : undefined
      }
      onChange={({ target }) => write(target.value)}
      action={
        form.recipient === '' ? (
          <Button size="small" onClick={paste}>
            {say('send.paste')}
          </Button>
        ) : undefined
      }
      aria-busy={isReading || undefined}
    />
  )
}
