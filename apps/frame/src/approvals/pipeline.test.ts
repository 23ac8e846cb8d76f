import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { describe, expect, test } from 'vitest'
import { view } from '../testing/approvalRunner.ts'
import type { Edit } from './ApprovalView.ts'
import { networkStop, networkStopFor } from './phrases.ts'
import { approvalOf, type Stop } from './pipeline.ts'

type Choice = { amount: number }
type Facts = { block: number }

const lower: Edit = { kind: 'cap', call: 0, amount: 1n }
const faster: Edit = { kind: 'fee', speed: 'fast' }
const { signal } = new AbortController()

/** A kind whose network is at `block`, counts what it is asked, and fails where it is told to. */
function setUp(
  answer: (block: number) => Facts | Stop = (block) => ({ block }),
  failsToShow = (_: Facts) => false,
) {
  const log: string[] = []
  const signed: unknown[] = []
  let block = 0
  const approval = approvalOf<Choice, Facts, string>({
    first: { amount: 5 },
    pending: () => view,
    async gather({ amount }) {
      log.push(`gather ${amount}`)
      return answer(++block)
    },
    stopFor: networkStopFor,
    show({ amount }, facts) {
      if (failsToShow(facts)) throw new TypeError('cannot be shown')
      return { payload: `${amount} at ${facts.block}`, view }
    },
    refresh: async ({ facts }, _, again) => (log.includes('old') ? again() : facts),
    choose: ({ amount }, change) =>
      change.kind === 'until'
        ? undefined
        : { choice: { amount: change.kind === 'cap' ? 1 : amount }, gathered: change.kind === 'fee' },
    async sign(payload, known) {
      signed.push(payload, known)
      return 'signature'
    },
  })
  return { approval, log, signed }
}

describe('a request that cannot be approved has no payload', () => {
  test('when gathering fails: the screen and the host are told why', async () => {
    const { approval } = setUp(() => {
      throw new TypeError('offline')
    })
    const prepared = await approval.prepare(signal)
    expect(prepared.payload).toBeNull()
    expect(prepared.view.stop).toEqual(networkStop)
    expect(prepared.refusal?.code).toBe(ChainUnreachableError.code)
    expect(approval.edit?.(prepared, faster, signal)).toBeUndefined()
    expect(await approval.confirm?.(prepared, signal)).toBe(prepared)
  })

  test('when the kind says so', async () => {
    const refusal = new ChainRefusedError()
    const { approval } = setUp(() => ({ stop: networkStop, refusal }))
    expect(await approval.prepare(signal)).toMatchObject({
      payload: null,
      refusal,
      view: { stop: networkStop },
    })
  })

  test('when its screen cannot be made, at first, at the last look and after a change', async () => {
    const broken = setUp(undefined, () => true)
    expect(await broken.approval.prepare(signal)).toMatchObject({
      payload: null,
      view: { stop: networkStop },
    })

    const { approval, log } = setUp(undefined, ({ block }) => block > 1)
    const shown = await approval.prepare(signal)
    expect(shown.payload).toBe('5 at 1')
    log.push('old')
    expect(await approval.confirm?.(shown, signal)).toMatchObject({
      payload: null,
      view: { stop: networkStop },
    })
    expect(await approval.edit?.(shown, lower, signal)).toMatchObject({ payload: null })
  })

  test('when the last look fails', async () => {
    const { approval, log } = setUp((block) => {
      if (block > 1) throw new TypeError('offline')
      return { block }
    })
    const shown = await approval.prepare(signal)
    log.push('old')
    expect(await approval.confirm?.(shown, signal)).toMatchObject({
      payload: null,
      view: { stop: networkStop },
    })
  })

  test('an abort is no stop: it goes on to whoever aborted', async () => {
    const abort = new AbortController()
    const { approval } = setUp(() => {
      abort.abort()
      throw new TypeError('aborted')
    })
    await expect(approval.prepare(abort.signal)).rejects.toThrow('aborted')
  })
})

describe('what the person changed', () => {
  test('with what the network said before, at once; else it is asked anew', async () => {
    const { approval, log } = setUp()
    const first = await approval.prepare(signal)
    expect(approval.edit?.(first, faster, signal)).toMatchObject({ payload: '5 at 1' })
    expect(await approval.edit?.(first, lower, signal)).toMatchObject({ payload: '1 at 2' })
    expect(log).toEqual(['gather 5', 'gather 1'])
  })

  test('is refused where the kind does not take it', async () => {
    const { approval } = setUp()
    const first = await approval.prepare(signal)
    expect(approval.edit?.(first, { kind: 'until', expiry: 1 }, signal)).toBeUndefined()
  })

  test('stays when all of it is prepared anew, and is what signing is told', async () => {
    const { approval, signed } = setUp()
    await approval.edit?.(await approval.prepare(signal), lower, signal)
    const again = await approval.prepare(signal)
    expect(again.payload).toBe('1 at 3')
    await approval.sign('1 at 3', () => undefined)
    expect(signed).toEqual(['1 at 3', { choice: { amount: 1 }, facts: { block: 3 } }])
  })
})

test('what still holds is the very object that was shown; what does not is made anew', async () => {
  const { approval, log } = setUp()
  const shown = await approval.prepare(signal)
  expect(await approval.confirm?.(shown, signal)).toBe(shown)
  log.push('old')
  expect(await approval.confirm?.(shown, signal)).toMatchObject({ payload: '5 at 2' })
})
