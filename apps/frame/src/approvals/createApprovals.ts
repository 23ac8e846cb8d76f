import { loadRecovery } from '@latchkey/chain-evm/decode'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { ApprovalScreen } from '../screens/ApprovalScreen.tsx'
import '../screens/approval.css'
import type { Frame } from '../Frame.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import type { Approvals } from './Approvals.ts'
import { createApprovalRunner } from './createApprovalRunner.ts'
import { openApproval } from './openApproval.ts'

/** The check of what keys signed, loaded once and before anything is signed. */
function lazyRecovery(): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    loading ??= loadRecovery().catch((cause: unknown) => {
      loading = undefined
      throw new ServiceUnreachableError({ cause })
    })
    return loading
  }
}

/** Makes the approvals of one frame and shows them as its screen. */
export function createApprovals(frame: Frame): Approvals {
  const recovery = lazyRecovery()
  void recovery().catch(() => undefined)
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
      await recovery()
      return runner.run(await openApproval(frame, request), signal)
    },
  }
}
