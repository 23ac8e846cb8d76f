import type { ReactElement, ReactNode, Ref } from 'react'
import { IconButton } from './IconButton.tsx'

export type HeaderProps = {
  title: string
  /** Id of the heading, for `aria-labelledby` of the dialog. */
  titleId?: string | undefined
  /** The heading takes focus when the view changes (`tabIndex=-1`). */
  titleRef?: Ref<HTMLHeadingElement> | undefined
  /** Shows the back button. */
  onBack?: (() => void) | undefined
  backLabel?: string | undefined
  /** Shows the close button. */
  onClose?: (() => void) | undefined
  closeLabel?: string | undefined
  /** Takes the place of the back button: a network chip, a help button. */
  leading?: ReactNode
}

/**
 * The 64 px bar on top of a view. A new title moves in for 120 ms.
 * @example <Header title="Networks" onBack={back} backLabel="Back" onClose={close} closeLabel="Close" />
 */
export function Header(props: HeaderProps): ReactElement {
  const { title, titleId, titleRef, onBack, backLabel = '', onClose, closeLabel = '', leading } = props
  return (
    <header className="lk-header">
      <div className="lk-header-side">
        {onBack ? <IconButton icon="back" label={backLabel} onClick={onBack} /> : leading}
      </div>
      <h2 className="lk-header-title" id={titleId} ref={titleRef} tabIndex={-1}>
        <span key={title}>{title}</span>
      </h2>
      <div className="lk-header-side">
        {onClose ? <IconButton icon="close" label={closeLabel} onClick={onClose} /> : null}
      </div>
    </header>
  )
}
