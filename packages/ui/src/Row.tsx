import type { ComponentPropsWithoutRef, MouseEventHandler, ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { guardClick } from './guardClick.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type RowProps = {
  /** An `<img>` (drawn 32 px, radius 8), an `Icon` or an `Avatar`. */
  icon?: ReactNode
  label: ReactNode
  sublabel?: ReactNode
  /** A chip, an amount, a count. */
  trailing?: ReactNode
  /** Second line of the trailing side. */
  subtrailing?: ReactNode
  /** Ends the row with a chevron: it leads to another view. */
  chevron?: boolean | undefined
  /** The one in use: `aria-current` and a check mark. */
  current?: boolean | undefined
  /** Waiting: a ring in place of the trailing part, clicks ignored, focus kept. */
  busy?: boolean | undefined
  disabled?: boolean | undefined
  /** Makes the row a button. */
  onClick?: MouseEventHandler<HTMLElement> | undefined
  /** Makes the row a link that opens in a new tab without a referrer. */
  href?: string | undefined
  /** Replaces the accessible name that the texts give. */
  'aria-label'?: string | undefined
  className?: string | undefined
} & Omit<ComponentPropsWithoutRef<'button'>, 'onClick' | 'disabled' | 'className' | 'children' | 'aria-label'>

// The spaces keep the words of the accessible name apart.
const RowParts = ({ icon, label, sublabel, trailing, subtrailing, chevron, current, busy }: RowProps) => (
  <>
    {icon ? <span className="lk-row-icon">{icon}</span> : null}
    <span className="lk-row-text">
      <span className="lk-row-label">{label}</span>{' '}
      {sublabel ? <span className="lk-row-sub">{sublabel}</span> : null}
    </span>{' '}
    {busy ? (
      <Spinner />
    ) : trailing || subtrailing ? (
      <span className="lk-row-end">
        {trailing ? <span className="lk-row-trailing">{trailing}</span> : null}{' '}
        {subtrailing ? <span className="lk-row-sub">{subtrailing}</span> : null}
      </span>
    ) : null}
    {current ? <Icon name="check" className="lk-row-check" /> : null}
    {chevron && !busy ? <Icon name="chevron" className="lk-row-chevron" /> : null}
  </>
)

/**
 * A line of a list, 56 px high: a button with `onClick`, a link with `href`, else plain.
 * @example <Row icon={<img src={src} alt="" />} label="MetaMask" trailing={<Chip>Installed</Chip>} onClick={connect} />
 */
export function Row(props: RowProps): ReactElement {
  const {
    icon,
    label,
    sublabel,
    trailing,
    subtrailing,
    chevron,
    current,
    busy,
    onClick,
    href,
    disabled,
    ...rest
  } = props
  const className = classNames('lk-row', props.className)
  const parts = <RowParts {...props} />
  const shared = { 'aria-current': current || undefined, 'aria-busy': busy || undefined }
  if (href !== undefined) {
    return (
      <a
        {...shared}
        className={className}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={props['aria-label']}
      >
        {parts}
      </a>
    )
  }
  if (!onClick) {
    return (
      <div {...shared} className={className}>
        {parts}
      </div>
    )
  }
  return (
    <button
      type="button"
      {...rest}
      {...shared}
      className={className}
      disabled={disabled}
      aria-disabled={busy || undefined}
      onClick={guardClick<HTMLElement>(busy === true, onClick)}
    >
      {parts}
    </button>
  )
}
