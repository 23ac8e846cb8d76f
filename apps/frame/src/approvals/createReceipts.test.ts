import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { view } from '../testing/approvalRunner.ts'
import type { FollowSent, Receipt } from './ApprovalView.ts'
import { createReceipts } from './createReceipts.ts'

const times = { signed: 1_000, decided: 4_000, pending: 60_000, held: 90_000 }
const receipt = (status: Receipt['status']): Receipt => ({ status, facts: [], link: null, isStale: false })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is approved, and a network that says what the test wants. */
function setUp(follows: boolean) {
  let tell: (receipt: Receipt) => void = () => undefined
  let signal: AbortSignal | undefined
  const follow: FollowSent = (_, report, given) => {
    tell = report
    signal = given
    return follows ? new Promise(() => undefined) : undefined
  }
  const drawn: (Receipt['status'] | null)[] = []
  const onTold = vi.fn()
  const onChange = () => drawn.push(receipts.current()?.receipt?.status ?? null)
  const receipts = createReceipts(times, onChange, onTold)
  const prepared = { payload: {}, view }
  receipts.begin({ id: 'one', revision: 1, own: false, prepared, follow }, '0x')
  const status = () => receipts.current()?.receipt?.status
  return { receipts, drawn, onTold, status, tell: (one: Receipt) => tell(one), isLeft: () => signal?.aborted }
}

describe('receipts', () => {
  test('what sends nothing gets a short tick', () => {
    const { status } = setUp(false)
    expect(status()).toBe('signed')
    vi.advanceTimersByTime(times.signed)
    expect(status()).toBeUndefined()
  })

  test('what was sent waits, is confirmed, and stays long enough to be read', () => {
    const { status, tell, isLeft } = setUp(true)
    expect(status()).toBe('pending')
    vi.advanceTimersByTime(30_000)
    tell(receipt('confirmed'))
    vi.advanceTimersByTime(times.decided - 1)
    expect(status()).toBe('confirmed')
    // It does not start anew with every step.
    tell(receipt('final'))
    vi.advanceTimersByTime(1)
    expect(status()).toBeUndefined()
    expect(isLeft()).toBe(true)
  })

  test('the host hears once that it has told how something ended, and never of what it does not know', () => {
    const { tell, onTold } = setUp(true)
    tell({ ...receipt('pending'), isStale: true })
    expect(onTold).not.toHaveBeenCalled()
    tell(receipt('confirmed'))
    tell(receipt('final'))
    expect(onTold).toHaveBeenCalledTimes(1)
  })

  test('what the network never takes goes after a minute', () => {
    const { status, tell } = setUp(true)
    tell({ ...receipt('pending'), isStale: true })
    vi.advanceTimersByTime(times.pending - 1)
    expect(status()).toBe('pending')
    vi.advanceTimersByTime(1)
    expect(status()).toBeUndefined()
  })

  test('Done takes it away at once, and nothing brings it back', () => {
    const { receipts, status, tell, drawn, onTold } = setUp(true)
    receipts.current()?.onReject()
    expect(drawn.at(-1)).toBeNull()
    tell(receipt('confirmed'))
    expect(status()).toBeUndefined()
    expect(onTold).not.toHaveBeenCalled()
  })

  test('whoever touches it has more time, again and again', () => {
    const { receipts, status, tell } = setUp(true)
    receipts.current()?.onRetry()
    tell(receipt('failed'))
    vi.advanceTimersByTime(times.held - 1)
    expect(status()).toBe('failed')
    receipts.current()?.onRetry()
    vi.advanceTimersByTime(times.held - 1)
    expect(status()).toBe('failed')
    vi.advanceTimersByTime(1)
    expect(status()).toBeUndefined()
  })

  test('nothing of it can be approved', () => {
    const { receipts } = setUp(true)
    expect(receipts.current()).toMatchObject({ hash: null })
    receipts.current()?.onApprove('0x00')
    expect(receipts.current()?.receipt?.status).toBe('pending')
  })
})
