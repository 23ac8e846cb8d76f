import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'

type FieldFrameProps = {
  id: string
  label: string
  hideLabel: boolean
  hint?: ReactNode
  error?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** What `aria-describedby` of the control inside a `FieldFrame` has to say. */
export const describedBy = (id: string, hint: ReactNode, error: ReactNode): string | undefined =>
  classNames(Boolean(error) && `${id}-error`, Boolean(hint) && !error && `${id}-hint`) || undefined

/** Label above, message below. The message's live region is there before the message. */
export function FieldFrame({
  id,
  label,
  hideLabel,
  hint,
  error,
  className,
  children,
}: FieldFrameProps): ReactElement {
  return (
    <div className={classNames('lk-field', className)} data-state={error ? 'error' : 'ready'}>
      <label className={hideLabel ? 'lk-hidden' : 'lk-label'} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && !error ? (
        <p className="lk-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <p className="lk-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}
