import type { ReactElement, ReactNode } from 'react'

type LinkButtonProps = {
  href: string
  /** Default: a new tab. A link that opens an app stays in this one. */
  target?: string
  variant?: 'primary' | 'secondary'
  onClick?: () => void
  children: ReactNode
}

/** A link that looks like a button: what it opens, opens in the click itself. */
export function LinkButton({
  href,
  target = '_blank',
  variant = 'secondary',
  children,
  ...rest
}: LinkButtonProps): ReactElement {
  return (
    <a
      {...rest}
      className="lk-button"
      data-variant={variant}
      data-size="normal"
      data-state="ready"
      href={href}
      target={target}
      rel="noopener noreferrer"
    >
      <span className="lk-button-label">{children}</span>
    </a>
  )
}
