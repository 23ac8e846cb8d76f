import { type ReactElement, useEffect, useRef } from 'react'
import type { ShownApproval } from '../../approvals/createApprovalRunner.ts'
import { ApprovalScreen } from '../../screens/approval/ApprovalScreen.tsx'
import type { FocusDirection } from '../../screens/parts/ScreenFrame.tsx'
import type { Wallet } from '../../screens/parts/ScreenProps.ts'
import type { SiteIdentity } from '../../site/plainText.ts'

export type ApprovalDialogProps = {
  shown: ShownApproval
  site: SiteIdentity
  wallet: Wallet
  label: string
}

const controls = 'button, input, summary, a[href], [tabindex="0"]:not(.fr-edge)'

/** Puts an approval over the page. Tab stays within; Escape turns back, as the button does. */
export function ApprovalDialog({ shown, site, wallet, label }: ApprovalDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const wrap = (direction: FocusDirection) => {
    const all = dialog.current?.querySelectorAll<HTMLElement>(controls) ?? []
    all[direction === 'forward' ? 0 : all.length - 1]?.focus()
  }
  return (
    <dialog
      ref={dialog}
      className="ac-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        shown.onReject()
      }}
    >
      <ApprovalScreen
        {...shown}
        own
        site={site}
        appName={null}
        wallet={wallet}
        onEscape={shown.onReject}
        onFocusExit={wrap}
      />
    </dialog>
  )
}
