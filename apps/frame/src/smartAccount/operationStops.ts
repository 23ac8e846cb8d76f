import { BaseError } from '@latchkey/errors'
import { BundlerUnreachableError, ChainUnreachableError, SponsorRefusedError } from '@latchkey/protocol/frame'
import type { Notice } from '../approvals/ApprovalView.ts'
import { networkStop, refusedStop } from '../approvals/stops.ts'
import { text } from '../approvals/values.ts'
import { reasonKeys, refusalReasonOf } from './operationErrors.ts'
import type { Sponsor } from './sponsor.ts'

const bundlerStop: Notice = {
  title: { key: 'stop.bundler' },
  body: { key: 'stop.bundler.body' },
  code: String(BundlerUnreachableError.code),
  retry: true,
}

/** The operation before is not done yet. */
export const turnStop: Notice = {
  title: { key: 'stop.turn' },
  body: { key: 'stop.turn.body' },
  retry: true,
}

/** Nobody pays, and the account cannot either or was not to. */
export const sponsorStop = (name: string): Notice => ({
  title: { key: 'stop.sponsor' },
  body: { key: 'stop.sponsor.body', values: { sponsor: text(name) } },
  code: String(SponsorRefusedError.code),
  retry: true,
})

/** Why an operation could not be put together, for the screen and for the host. */
export function stopFor(error: unknown, sponsor: Sponsor | null): { stop: Notice; refusal: BaseError } {
  const refusal = error instanceof BaseError ? error : new ChainUnreachableError({ cause: error })
  const reason = refusalReasonOf(error)
  if (reason !== null) {
    const quote = refusal.data?.revertReason
    const stop = refusedStop(typeof quote === 'string' ? { quote } : reasonKeys[reason])
    // The next bundler, block or price may see it otherwise.
    return { stop: { ...stop, retry: true }, refusal }
  }
  if (refusal.code === SponsorRefusedError.code) return { stop: sponsorStop(sponsor?.name ?? ''), refusal }
  if (refusal.code === BundlerUnreachableError.code) return { stop: bundlerStop, refusal }
  return { stop: networkStop, refusal }
}
