import { type ClipboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { cleanCode } from './cleanCode.ts'
import { describedBy, FieldFrame } from './FieldFrame.tsx'
import { type FieldSelection, useFieldSelection } from './useFieldSelection.ts'

type OtpBoxesProps = {
  value: string
  length: number
  selection: FieldSelection
}

const stateOf = (index: number, { value, length, selection }: OtpBoxesProps): string => {
  if (selection) {
    if (index >= selection.start && index < selection.end) return 'selected'
    if (selection.start === selection.end && index === Math.min(selection.start, length - 1)) return 'active'
  }
  return index < value.length ? 'filled' : 'empty'
}

/** The drawing of a one-time code, in two halves. */
function OtpBoxes(props: OtpBoxesProps): ReactElement {
  const boxes = Array.from({ length: props.length }, (_, index) => index)
  return (
    <div className="lk-otp-boxes" aria-hidden="true">
      {boxes.map((index) => (
        <span key={index} className="lk-otp-box" data-state={stateOf(index, props)}>
          {props.value[index]}
        </span>
      ))}
    </div>
  )
}

export type OtpFieldProps = {
  label: string
  hideLabel?: boolean | undefined
  value: string
  /** Gets the cleaned value: digits for six, Crockford's base 32 in capitals for eight. */
  onChange: (value: string) => void
  /** Called once when the last character arrives. */
  onComplete?: ((code: string) => void) | undefined
  /** 6 digits (default) or 8 letters and digits. */
  length?: 6 | 8 | undefined
  /** The value stays and is selected, so that the next key replaces it. */
  error?: ReactNode
  hint?: ReactNode
  /** Being checked: the field keeps the focus and takes no keys. */
  busy?: boolean | undefined
  /** It was taken: the field says so and takes no keys. */
  accepted?: boolean | undefined
  autoFocus?: boolean | undefined
  id?: string | undefined
}

/**
 * A one-time code: one real input under drawn boxes, so that autofill, paste and screen readers meet a plain text field.
 * @example <OtpField label="Code" value={code} onChange={setCode} onComplete={submit} busy={checking} error={problem} />
 */
export function OtpField(props: OtpFieldProps): ReactElement {
  const {
    label,
    hideLabel = false,
    value,
    onChange,
    onComplete,
    length = 6,
    error,
    hint,
    busy = false,
    accepted = false,
  } = props
  const generated = useId()
  const id = props.id ?? generated
  const input = useRef<HTMLInputElement>(null)
  const selection = useFieldSelection(input)

  useEffect(() => {
    if (error && !busy) input.current?.select()
  }, [error, busy])

  const accept = (text: string) => {
    const next = cleanCode(text, length)
    if (next === value) return
    onChange(next)
    if (next.length === length) onComplete?.(next)
  }
  const paste = (event: ClipboardEvent) => {
    const code = cleanCode(event.clipboardData.getData('text'), length)
    if (busy || code.length < length) return
    // A whole code replaces whatever was there, wherever the caret is.
    event.preventDefault()
    if (code !== value) onChange(code)
    // Also for the same code: pasting it again is a wish to try again.
    onComplete?.(code)
  }
  // The drawn boxes do not line up with the input's own letters, so a tap goes to the end, or takes all of a full code.
  const place = () =>
    input.current?.setSelectionRange(value.length === length ? 0 : value.length, value.length)

  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className="lk-otp">
      <div
        className="lk-otp-frame"
        data-length={length}
        data-state={accepted ? 'accepted' : busy ? 'busy' : error ? 'error' : 'ready'}
        dir="ltr"
      >
        <OtpBoxes value={value} length={length} selection={selection} />
        <input
          ref={input}
          id={id}
          className="lk-otp-input"
          type="text"
          autoComplete="one-time-code"
          inputMode={length === 6 ? 'numeric' : 'text'}
          pattern={length === 6 ? '[0-9]*' : undefined}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the code is the one thing to do on its view, and the caller decides.
          autoFocus={props.autoFocus}
          value={value}
          readOnly={busy || accepted}
          aria-busy={busy || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => accept(event.target.value)}
          onPaste={paste}
          onClick={place}
        />
      </div>
    </FieldFrame>
  )
}
