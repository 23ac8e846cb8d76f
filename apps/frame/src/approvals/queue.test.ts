import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Effect,
  emptyQueue,
  maxWaiting,
  pause,
  type QueueEvent,
  type QueueState,
  stepQueue,
} from './queue.ts'

function run(events: readonly QueueEvent[], from: QueueState = emptyQueue) {
  const effects: Effect[] = []
  let state = from
  for (const event of events) {
    const step = stepQueue(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}
const request = (id: string, now = 0): QueueEvent => ({ type: 'request', id, now })
const prepared = (id: string, hash = `hash-${id}`): QueueEvent => ({ type: 'prepared', id, hash })
const approve = (id: string, hash = `hash-${id}`): QueueEvent => ({ type: 'approve', id, hash })

describe('the approval queue', () => {
  test('shows one, signs what was approved, then shows the next', () => {
    const { effects, state } = run([
      request('a'),
      request('b'),
      prepared('a'),
      approve('a'),
      { type: 'settled', id: 'a' },
    ])
    expect(effects).toEqual([
      { type: 'show', id: 'a' },
      { type: 'sign', id: 'a', hash: 'hash-a' },
      { type: 'show', id: 'b' },
    ])
    expect(state.entries).toEqual([{ id: 'b', phase: 'preparing', hash: null }])
  })

  test('keeps five waiting and refuses the next', () => {
    const ids = Array.from({ length: maxWaiting + 2 }, (_, i) => `r${i}`)
    const { effects, state } = run(ids.map((id) => request(id)))
    expect(state.entries).toHaveLength(maxWaiting + 1)
    expect(effects.at(-1)).toEqual({ type: 'refuse', id: 'r6', why: 'full' })
  })

  test('pauses for 30 s after three rejections within a minute', () => {
    const rejected = (id: string, now: number): QueueEvent[] => [
      request(id, now),
      { type: 'reject', id, now },
    ]
    const three = [...rejected('a', 0), ...rejected('b', 20_000), ...rejected('c', 59_999)]
    const { state } = run(three)
    expect(run([request('d', 59_999 + pause - 1)], state).effects).toEqual([
      { type: 'refuse', id: 'd', why: 'paused' },
    ])
    expect(run([request('d', 59_999 + pause)], state).effects).toEqual([{ type: 'show', id: 'd' }])
    const slow = [...rejected('a', 0), ...rejected('b', 20_000), ...rejected('c', 60_000)]
    expect(run([request('d', 60_001)], run(slow).state).effects).toEqual([{ type: 'show', id: 'd' }])
  })

  test('the person ends a pause, and three more rejections bring the next', () => {
    const rejected = (id: string): QueueEvent[] => [request(id), { type: 'reject', id, now: 0 }]
    const { state } = run([...rejected('a'), ...rejected('b'), ...rejected('c'), { type: 'lift' }])
    expect(run([request('d')], state).effects).toEqual([{ type: 'show', id: 'd' }])
    const again = run([...rejected('d'), ...rejected('e'), ...rejected('f'), request('g')], state)
    expect(again.effects.at(-1)).toEqual({ type: 'refuse', id: 'g', why: 'paused' })
  })

  test('an approval of what is no longer shown signs nothing', () => {
    const stale = [request('a'), prepared('a', '1'), { type: 'changed', id: 'a' } as const, approve('a', '1')]
    expect(run(stale).effects).toEqual([{ type: 'show', id: 'a' }])
    expect(run([...stale, prepared('a', '2'), approve('a', '1')]).effects).toHaveLength(1)
    expect(run([...stale, prepared('a', '2'), approve('a', '2')]).effects.at(-1)).toMatchObject({ hash: '2' })
  })

  test('approving twice signs once', () => {
    const { effects } = run([request('a'), prepared('a'), approve('a'), approve('a')])
    expect(effects.filter(({ type }) => type === 'sign')).toHaveLength(1)
  })

  test('an abort takes a waiting or visible request away, but not an approved one', () => {
    const abort = (id: string): QueueEvent => ({ type: 'abort', id })
    expect(run([request('a'), request('b'), abort('b')]).effects.at(-1)).toMatchObject({
      id: 'b',
      why: 'aborted',
    })
    expect(run([request('a'), request('b'), abort('a')]).effects.slice(1)).toEqual([
      { type: 'refuse', id: 'a', why: 'aborted' },
      { type: 'show', id: 'b' },
    ])
    const approved = run([request('a'), prepared('a'), approve('a'), abort('a')])
    expect(approved.state.entries).toHaveLength(1)
    expect(approved.effects.at(-1)?.type).toBe('sign')
  })

  test('a failure before the signature can be approved again', () => {
    const { effects } = run([
      request('a'),
      prepared('a'),
      approve('a'),
      { type: 'failed', id: 'a' },
      approve('a'),
    ])
    expect(effects.filter(({ type }) => type === 'sign')).toHaveLength(2)
  })
})

describe('a detour', () => {
  const detour = (id: string): QueueEvent => ({ type: 'detour', id })

  test('comes before the visible one, whose approval no longer counts until it is prepared anew', () => {
    const put = [request('a'), prepared('a', '1'), detour('own')]
    expect(run(put).effects.at(-1)).toEqual({ type: 'show', id: 'own' })
    expect(run([...put, approve('a', '1')]).effects.some(({ type }) => type === 'sign')).toBe(false)
    const back = [...put, prepared('own', '2'), approve('own', '2'), { type: 'settled', id: 'own' } as const]
    expect(run(back).effects.at(-1)).toEqual({ type: 'show', id: 'a' })
    expect(run([...back, approve('a', '1')]).effects.at(-1)).toEqual({ type: 'show', id: 'a' })
    expect(run([...back, prepared('a', '3'), approve('a', '3')]).effects.at(-1)).toMatchObject({ hash: '3' })
  })

  test('can come when nothing else is there, and leads nowhere from what is approved', () => {
    expect(run([detour('own')]).effects).toEqual([{ type: 'show', id: 'own' }])
    const approved = run([request('a'), prepared('a'), approve('a'), detour('own')])
    expect(approved.state.entries).toHaveLength(1)
  })
})

test('no order of messages signs without an approval of the same payload while it is the one shown', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
  const hash = fc.constantFrom('1', '2', '3')
  const event: fc.Arbitrary<QueueEvent> = fc.oneof(
    fc.record({ type: fc.constant('request' as const), id, now: fc.nat(200_000) }),
    fc.record({ type: fc.constant('detour' as const), id }),
    fc.record({ type: fc.constant('prepared' as const), id, hash }),
    fc.record({ type: fc.constant('changed' as const), id }),
    fc.record({ type: fc.constant('approve' as const), id, hash }),
    fc.record({ type: fc.constant('reject' as const), id, now: fc.nat(200_000) }),
    fc.record({ type: fc.constant('abort' as const), id }),
    fc.record({ type: fc.constant('failed' as const), id }),
    fc.record({ type: fc.constant('settled' as const), id }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      let state = emptyQueue
      for (const next of events) {
        const visible = state.entries[0]
        const step = stepQueue(state, next)
        for (const effect of step.effects) {
          if (effect.type !== 'sign') continue
          expect(next).toEqual({ type: 'approve', id: effect.id, hash: effect.hash })
          expect(visible).toEqual({ id: effect.id, phase: 'ready', hash: effect.hash })
        }
        state = step.state
        expect(state.entries.length).toBeLessThanOrEqual(maxWaiting + 2)
        expect(state.entries.slice(1).every(({ phase }) => phase === 'waiting')).toBe(true)
        expect(state.entries[0]?.phase).not.toBe('waiting')
      }
    }),
    { numRuns: 500 },
  )
})
