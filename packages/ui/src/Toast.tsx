import type { ReactElement, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Spinner } from './Spinner.tsx'

/** One short message. `error` is read at once (`role=alert`), the others when there is a pause (`role=status`). */
export type ToastItem = {
  id: string | number
  tone: 'success' | 'info' | 'loading' | 'error'
  message: ReactNode
  action?: { label: string; onClick: () => void } | undefined
}

const icons = { success: 'success', info: 'info', error: 'alert' } as const

/** The drawing of one toast; `ToastHost` decides when. */
export function Toast({
  toast,
  dismissLabel,
  onDismiss,
}: {
  toast: ToastItem
  dismissLabel: string
  onDismiss: () => void
}): ReactElement {
  const { tone, message, action } = toast
  return (
    <div className="lk-toast" data-tone={tone}>
      {tone === 'loading' ? <Spinner /> : <Icon name={icons[tone]} />}
      <p className="lk-toast-text">{message}</p>
      {action ? (
        <Button variant="ghost" size="small" onClick={action.onClick}>
          {action.label}
        </Button>
      ) : null}
      <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
    </div>
  )
}
