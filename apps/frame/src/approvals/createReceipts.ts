import type { FollowSent, Prepared, Receipt, ShownApproval } from './ApprovalView.ts'

/** How long a receipt stays by itself, ms. Whoever touches it has more time, again and again. */
export type ReceiptTimes = {
  /** Where there is nothing to wait for. */
  signed: number
  /** Once the network has decided. */
  decided: number
  /** At most, while the network has not. */
  pending: number
  /** Since it was touched last. */
  held: number
}

/** What was approved, as far as its receipt speaks of it. */
type Done = Pick<ShownApproval, 'id' | 'revision'> & {
  own: boolean
  prepared: Prepared | null
  follow: FollowSent | undefined
}

/** Shows the receipt of an approved request until another request is shown. */
export type Receipts = {
  /** What is shown at this moment; null: nothing. */
  current(): ShownApproval | null
  /** Something was approved and signed, and its answer is on its way. */
  begin(done: Done, result: unknown): void
  /** Takes it away: a new request comes first. */
  drop(): void
}

type Kept = {
  content: ShownApproval
  abort: AbortController
  timer: ReturnType<typeof setTimeout>
  /** The person touched it: its outcome does not end it sooner. */
  isHeld: boolean
}

const nothing = () => undefined
const isDecided = ({ status }: Receipt) => status !== 'signed' && status !== 'pending'

/**
 * @param onChange draws what is shown now
 * @param onTold it says how something ended
 */
export function createReceipts(
  times: ReceiptTimes,
  onChange: () => void,
  onTold: () => void = nothing,
): Receipts {
  let kept: Kept | null = null
  const drop = () => {
    clearTimeout(kept?.timer)
    kept?.abort.abort()
    kept = null
  }
  const end = () => {
    drop()
    onChange()
  }
  const timeOf = (receipt: Receipt) =>
    isDecided(receipt) ? times.decided : receipt.status === 'signed' ? times.signed : times.pending
  const endAfter = (time: number) => {
    if (!kept) return
    clearTimeout(kept.timer)
    kept.timer = setTimeout(end, time)
  }
  const stay = () => {
    if (kept) kept.isHeld = true
    endAfter(times.held)
  }
  const put = (receipt: Receipt) => {
    if (!kept) return
    const before = kept.content.receipt
    const isNews = before !== undefined && isDecided(receipt) !== isDecided(before)
    if (isNews && !kept.isHeld) endAfter(timeOf(receipt))
    kept.content = { ...kept.content, receipt }
    onChange()
    if (isNews && isDecided(receipt)) onTold()
  }
  return {
    current: () => kept?.content ?? null,
    drop,
    begin({ id, revision, own, prepared, follow }, result) {
      drop()
      if (!prepared) return
      const { view } = prepared
      const abort = new AbortController()
      const following = follow?.(
        { result, view },
        (receipt) => abort.signal.aborted || put(receipt),
        abort.signal,
      )
      const receipt: Receipt = {
        status: following ? 'pending' : 'signed',
        facts: [],
        link: null,
        isStale: false,
      }
      kept = {
        content: {
          id,
          hash: null,
          revision,
          view,
          phase: 'sending',
          failure: null,
          own,
          waiting: 0,
          receipt,
          onApprove: nothing,
          onReject: end,
          onRetry: stay,
          onEdit: nothing,
          onDetour: nothing,
        },
        abort,
        timer: setTimeout(end, timeOf(receipt)),
        isHeld: false,
      }
      // Nobody loses anything by a receipt that cannot be followed: it stays what it is.
      following?.catch(nothing)
    },
  }
}
