import type { Approval, ApprovalView, Prepared, ShownApproval } from '../approvals/ApprovalView.ts'
import { createApprovalRunner } from '../approvals/createApprovalRunner.ts'

/** A screen of which only the payload matters. */
export const view: ApprovalView = {
  title: 'message.title',
  sentence: { key: 'message.say' },
  facts: [],
  warnings: [],
  stop: null,
  approve: 'approve.approve',
  raw: '',
}

/** A runner whose screen is an array, and that can be waited for. */
export function setUp() {
  const shown: (ShownApproval | null)[] = []
  const runner = createApprovalRunner({ now: () => 0, show: (content) => shown.push(content) })
  const current = () => {
    const content = shown.at(-1)
    if (!content) throw new Error('Nothing is shown')
    return content
  }
  const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0))
  // What was answered is drawn a task later.
  const settled = () => nextTask().then(nextTask)
  return { runner, shown, current, settled, signal: new AbortController().signal }
}
/** An approval that signs at once, unless the test says otherwise. */
export const approvalOf = (change: Partial<Approval<unknown>> = {}): Approval => ({
  view,
  prepare: async () => ({ payload: { text: 'hello' }, view }),
  sign: async (_, onSigned) => {
    onSigned()
    return 'signature'
  },
  ...change,
})
export const approveNow = ({ hash, onApprove }: ShownApproval) => onApprove(hash ?? '')

/** What was prepared and can be approved. */
export function approvable<Payload>(prepared: Prepared<Payload>): Prepared<Payload> & { payload: Payload } {
  const { payload } = prepared
  if (payload === null) throw new Error('It cannot be approved')
  return { ...prepared, payload }
}
