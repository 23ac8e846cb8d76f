import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { guardClick } from './guardClick.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonProps = ComponentPropsWithoutRef<'button'> & {
  /** Default `secondary`. One `primary` a view: the thing to do next. */
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost' | undefined
  /** 48 px (default), or 36 px for an action inside a card. */
  size?: 'normal' | 'small' | undefined
  /** Shows a ring, keeps the width and the focus, ignores clicks, sets `aria-busy`. */
  loading?: boolean | undefined
  /** Ignores clicks while a thin bar fills. Set it to false when the wait is over. */
  arming?: boolean | undefined
  /** How long the bar takes to fill, in ms; default 500. */
  armDuration?: number | undefined
  icon?: ReactNode
}

/**
 * A button with a text. It is `type="button"` unless told otherwise.
 * @example <Button variant="primary" loading={pending} onClick={send}>Send code</Button>
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    variant = 'secondary',
    size = 'normal',
    loading = false,
    arming = false,
    armDuration = 500,
    icon,
    className,
    children,
    onClick,
    ...rest
  },
  ref,
) {
  const blocked = loading || arming
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      className={classNames('lk-button', className)}
      data-variant={variant}
      data-size={size}
      data-state={loading ? 'loading' : arming ? 'arming' : 'ready'}
      aria-busy={loading || undefined}
      aria-disabled={blocked || rest['aria-disabled']}
      onClick={guardClick(blocked, onClick)}
    >
      {arming && (
        <span className="lk-arm" style={{ animationDuration: `${armDuration}ms` }} aria-hidden="true" />
      )}
      <span className="lk-button-label">
        {icon}
        {children}
      </span>
      {loading && <Spinner />}
    </button>
  )
})
