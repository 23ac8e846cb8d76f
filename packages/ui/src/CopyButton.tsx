import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { LiveRegion } from './LiveRegion.tsx'

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
 * @example <CopyButton value={address} label="Copy address" copiedLabel="Copied" failedLabel="Copying was refused" />
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
