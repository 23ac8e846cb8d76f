import type { Wallet } from '../screens/parts/ScreenProps.ts'
import type { SiteIdentity } from '../site/siteIdentity.ts'
import type { ApprovalView, Detour, Edit, Notice } from './ApprovalView.ts'

export type ApprovalPhase = 'preparing' | 'ready' | 'confirming' | 'signing' | 'sending'

/** What the approval screen gets for one request; plain data and the ways to answer. */
export type ApprovalScreenContent = {
  id: string
  /** The name of what is shown (see hashPayload); null until it is complete. */
  hash: string | null
  /** Counts up whenever what is shown changes. */
  revision: number
  view: ApprovalView
  phase: ApprovalPhase
  /** The last try did not work; it can be tried again. */
  failure: Notice | null
  site: SiteIdentity
  /** What the site calls itself. */
  appName: string | null
  /** The person asked for it, not the site. */
  own?: boolean
  /** Requests behind this one. */
  waiting: number
  onApprove: (hash: string) => void
  onReject: () => void
  /** Prepares anew what could not be prepared. */
  onRetry: () => void
  onEdit: (edit: Edit) => void
  onDetour: (detour: Detour) => void
}

export type ApprovalScreenProps = ApprovalScreenContent & {
  wallet: Wallet
  onEscape: () => void
  onFocusExit: (direction: 'forward' | 'backward') => void
}
