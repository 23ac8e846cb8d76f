import { defineView } from '../../defineView.ts'
import { ApproveTransactionView } from './ApproveTransactionView.tsx'

/** Going back would leave the request waiting unseen: closing, or Reject in the frame, is the way out. */
export const approveTransactionView = defineView({
  name: 'ApproveTransaction',
  title: 'approve.title',
  frame: true,
  back: false,
  component: ApproveTransactionView,
})
