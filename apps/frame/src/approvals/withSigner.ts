import type { Approval, ApprovalContext, Prepared } from './Approval.ts'
import { showSigner } from './contractSignature.ts'

/** The same approval, with a word on which of the person's accounts acts, where there are two. */
export function withSigner<Payload>(
  approval: Approval<Payload>,
  context: ApprovalContext,
): Approval<Payload> {
  const shown = (prepared: Prepared<Payload>): Prepared<Payload> => ({
    ...prepared,
    view: showSigner(prepared.view, context),
  })
  const { confirm, edit, detour } = approval
  return {
    ...approval,
    view: showSigner(approval.view, context),
    prepare: async (signal) => shown(await approval.prepare(signal)),
    ...(confirm ? { confirm: async (before, signal) => shown(await confirm(before, signal)) } : {}),
    ...(edit
      ? {
          edit(before, change, signal) {
            const next = edit(before, change, signal)
            if (next instanceof Promise) return next.then(shown)
            return next && shown(next)
          },
        }
      : {}),
    ...(detour
      ? {
          detour(way) {
            const own = detour(way)
            return own && withSigner(own, context)
          },
        }
      : {}),
  }
}
