import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import { guardClick } from './guardClick.ts'
import { Icon, type IconName } from './Icon.tsx'
import { LiveRegion } from './LiveRegion.tsx'
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

export type CopyButtonProps = {
  /** What goes to the clipboard. */
  value: string
  /** The accessible name, and the text when there are no children: "Copy address". */
  label: string
  /** Shown and announced for two seconds: "Copied". */
  copiedLabel: string
  /** Announced when the browser refuses the clipboard. */
  failedLabel?: string | undefined
  /** `icon` (default), `button`, or `inline` for children that are themselves the button, such as an address. */
  variant?: 'icon' | 'button' | 'inline' | undefined
  children?: ReactNode
}

const shownFor = 2_000

/**
 * Copies a text and says so. A refused clipboard is said too, and nothing pretends to be copied.
 * @example <CopyButton value={address} label="Copy address" copiedLabel="Copied" failedLabel="Could not copy" />
 */
export function CopyButton(props: CopyButtonProps): ReactElement {
  const { value, label, copiedLabel, failedLabel = '', variant = 'icon', children } = props
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')

  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), shownFor)
    return () => clearTimeout(timer)
  }, [state])

  const copy = () => {
    // Absent outside secure contexts, refused where a permissions policy says so.
    const written = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('No clipboard'))
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const icon = state === 'copied' ? 'check' : state === 'failed' ? 'alert' : 'copy'
  const shared = { onClick: copy, 'data-copy': state }
  return (
    <>
      {variant === 'icon' ? (
        <IconButton {...shared} icon={icon} label={label} />
      ) : variant === 'inline' ? (
        <button {...shared} type="button" className="lk-inline-button" aria-label={label}>
          {children}
          <Icon name={icon} size={16} />
        </button>
      ) : (
        <Button {...shared} icon={<Icon name={icon} />}>
          {state === 'copied' ? copiedLabel : (children ?? label)}
        </Button>
      )}
      <LiveRegion message={state === 'copied' ? copiedLabel : state === 'failed' ? failedLabel : ''} />
    </>
  )
}
