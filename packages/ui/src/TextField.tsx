import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from 'react'
import { classNames } from './classNames.ts'
import { describedBy, FieldFrame } from './FieldFrame.tsx'

export type TextFieldProps = ComponentPropsWithoutRef<'input'> & {
  label: string
  /** The label stays the accessible name; only hide it where the placeholder and the place say the same. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
  /** Sets `aria-invalid` and is read at once (WCAG 3.3.1). */
  error?: ReactNode
  /** An icon at the start. */
  leading?: ReactNode
  /** A button inside the field, at its end: an `IconButton`, or a small `Button`. */
  action?: ReactNode
}

/**
 * A line of text. The class name goes to the field, everything else to the `<input>`.
 * @example <TextField label="E-mail" type="email" autoComplete="email" error={problem} action={<IconButton type="submit" icon="arrow-right" label="Send code" />} />
 */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, hideLabel = false, hint, error, leading, action, className, id: ownId, ...rest },
  ref,
) {
  const generated = useId()
  const id = ownId ?? generated
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <div className="lk-input">
        {leading}
        <input
          {...rest}
          ref={ref}
          id={id}
          className="lk-input-control"
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(rest['aria-describedby'], describedBy(id, hint, error)) || undefined}
        />
        {action}
      </div>
    </FieldFrame>
  )
})
