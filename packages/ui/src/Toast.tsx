import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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

export type ToastHostProps = {
  /** The toast to show, if any. A new `id` replaces the old one after a gap of 150 ms. */
  toast?: ToastItem | undefined
  onDismiss: (id: ToastItem['id']) => void
  /** Accessible name of the button that closes a toast. */
  dismissLabel: string
  /** How long a toast stays, in ms; default and least 5 000. One that loads, or has an action, stays until dismissed. */
  duration?: number | undefined
}

const gap = 150

// The clocks start with the paint that a person sees, not whenever a busy page gets to its effects: layout effects.

/** The toast that may be on the screen now: never two at a time, and a pause between them so that both are read. */
const useSpaced = (toast: ToastItem | undefined): ToastItem | undefined => {
  const id = toast?.id
  const [shownId, setShownId] = useState<ToastItem['id'] | undefined>(undefined)
  useLayoutEffect(() => {
    if (shownId === id) return
    const timer = setTimeout(() => setShownId(id), shownId === undefined ? 0 : gap)
    return () => clearTimeout(timer)
  }, [id, shownId])
  return toast && toast.id === shownId ? toast : undefined
}

/**
 * Shows one toast at a time inside live regions that are always there. Hover and focus hold the clock.
 * @example <ToastHost toast={toast} onDismiss={dismiss} dismissLabel="Dismiss" />
 */
export function ToastHost({
  toast,
  onDismiss,
  dismissLabel,
  duration = 5_000,
}: ToastHostProps): ReactElement {
  const shown = useSpaced(toast)
  const [held, setHeld] = useState(false)
  const dismiss = useRef(onDismiss)
  useLayoutEffect(() => {
    dismiss.current = onDismiss
  })

  const id = shown?.id
  const lasting = shown?.tone === 'loading' || shown?.action !== undefined
  useLayoutEffect(() => {
    if (id === undefined || lasting || held) return
    const timer = setTimeout(() => dismiss.current(id), Math.max(duration, 5_000))
    return () => clearTimeout(timer)
  }, [id, lasting, held, duration])

  // The room is as high as the toast, in px: so it closes without a jump when there is none any longer.
  const host = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast is an element of its own.
  useLayoutEffect(() => {
    const toast = host.current?.querySelector<HTMLElement>('.lk-toast')
    if (!toast) return
    const follow = () => host.current?.style.setProperty('--lk-toast-height', `${toast.offsetHeight}px`)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(toast)
    return () => observer.disconnect()
  }, [id])

  const drawn = shown && (
    <Toast
      key={shown.id}
      toast={shown}
      dismissLabel={dismissLabel}
      onDismiss={() => {
        // The element leaves with the pointer still on it, and then no leave event comes.
        setHeld(false)
        onDismiss(shown.id)
      }}
    />
  )
  const isError = shown?.tone === 'error'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only hold a clock; everything they hold is reachable by itself.
    <div
      className="lk-toasts"
      ref={host}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status">{isError ? null : drawn}</div>
      <div role="alert">{isError ? drawn : null}</div>
    </div>
  )
}
