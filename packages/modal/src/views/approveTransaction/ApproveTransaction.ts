import { lazyComponent } from '../../lazyComponent.tsx'

/** The place for the frame's approvals, whose code is loaded as soon as there is an account. */
export const ApproveTransaction = lazyComponent(() =>
  import('./ApproveTransactionView.tsx').then((module) => module.ApproveTransactionView),
)
