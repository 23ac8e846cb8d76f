import { ApprovalScreen } from '../screens/ApprovalScreen.tsx'
import '../screens/approval.css'
import type { Frame } from '../Frame.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import type { Approvals } from './Approvals.ts'
import { createApprovalRunner } from './createApprovalRunner.ts'
import { openApproval } from './openApproval.ts'

/** Makes the approvals of one frame and shows them as its screen. */
export function createApprovals(frame: Frame): Approvals {
  const site = siteIdentity(frame.origin, frame.config.allowedOrigins)
  const runner = createApprovalRunner({
    now: frame.now,
    show: (content) => {
      if (!content) return frame.store.set({ screen: { name: 'none' } })
      const { appName } = frame.store.get()
      frame.store.set({
        screen: { name: 'approval', Screen: ApprovalScreen, content: { ...content, site, appName } },
      })
    },
  })
  return {
    async request(request, signal) {
      return runner.run(await openApproval(frame, request), signal)
    },
  }
}
