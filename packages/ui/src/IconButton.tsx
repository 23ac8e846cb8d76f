import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { guardClick } from './guardClick.ts'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type IconButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'children'> & {
  /** The accessible name. */
  label: string
  /** A name from the set, or a picture of your own. */
  icon: IconName | ReactNode
  /** `plain` (default) has no surface, `filled` has one, `primary` carries the accent, `tile` is 48 px high and stretches. */
  variant?: 'plain' | 'filled' | 'primary' | 'tile' | undefined
  loading?: boolean | undefined
}

const isName = (icon: ReactNode): icon is IconName => typeof icon === 'string'

/**
 * A button that is an icon, 40 × 40 px with a 44 px target.
 * @example <IconButton icon="close" label="Close" onClick={close} />
 */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, icon, variant = 'plain', loading = false, className, onClick, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      className={classNames('lk-icon-button', className)}
      data-variant={variant}
      aria-label={label}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={guardClick(loading, onClick)}
    >
      {loading ? <Spinner /> : isName(icon) ? <Icon name={icon} /> : icon}
    </button>
  )
})
