import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { CopyButton } from './IconButton.tsx'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

export type BannerProps = {
  tone?: BannerTone | undefined
  /** What happened. */
  title: ReactNode
  /** What to do. */
  children?: ReactNode
  /** One `Button`, best `size="small"`. */
  action?: ReactNode
  /** An error code, in small mono text that can be copied. */
  code?: string | undefined
  /** Words for copying the code; without them it is text only. */
  copyLabels?: { copy: string; copied: string; failed?: string } | undefined
  /** `alert` for an error that appears, `status` for news; none for what was there from the start. */
  role?: 'alert' | 'status' | undefined
}

const icons: Record<BannerTone, IconName> = {
  info: 'info',
  success: 'success',
  warning: 'alert',
  danger: 'alert',
}

/**
 * An inline card for what a person should know before going on.
 * @example <Banner tone="danger" role="alert" title="The network is not responding" code="5012" action={<Button size="small" onClick={retry}>Try again</Button>}>Check your connection.</Banner>
 */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  code,
  copyLabels,
  role,
}: BannerProps): ReactElement {
  return (
    <div className="lk-banner" data-tone={tone} role={role}>
      <Icon name={icons[tone]} />
      <div className="lk-banner-text">
        <p className="lk-banner-title">{title}</p>
        {children ? <div className="lk-banner-body">{children}</div> : null}
        {action || code ? (
          <div className="lk-banner-foot">
            {action}
            {code && copyLabels ? (
              <CopyButton
                variant="inline"
                value={code}
                label={copyLabels.copy}
                copiedLabel={copyLabels.copied}
                failedLabel={copyLabels.failed}
              >
                <code className="lk-code">{code}</code>
              </CopyButton>
            ) : code ? (
              <code className="lk-code">{code}</code>
            ) : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}
