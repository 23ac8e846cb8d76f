import { defineView } from '../../defineView.ts'
import { ApproveTransaction } from './ApproveTransaction.ts'

/** Going back would leave the request waiting unseen: closing, or Reject in the frame, is the way out. */
export const approveTransactionView = defineView({
  name: 'ApproveTransaction',
  title: 'approve.title',
  frame: true,
  back: false,
  component: ApproveTransaction,
})
