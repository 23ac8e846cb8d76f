import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'

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

export type FieldErrorProps = {
  /** What the field's `aria-describedby` names. */
  id: string
  /** What is wrong; nothing while all is well. */
  children?: ReactNode
}

/**
 * What is wrong with a field, in a live region that is there before it has something to say. It has a sign, since colour
 * alone says it to some only.
 * @example <FieldError id={`${id}-problem`}>{problem}</FieldError>
 */
export const FieldError = ({ id, children }: FieldErrorProps): ReactElement => (
  <p className="lk-error" id={id} role="alert">
    {children ? (
      <>
        <Icon name="alert" />
        <span>{children}</span>
      </>
    ) : null}
  </p>
)

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
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
