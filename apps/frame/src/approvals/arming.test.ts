import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ArmingEvent,
  type ArmingState,
  calmTime,
  isDeliberate,
  startArming,
  stepArming,
  verdictOf,
  visibleTime,
} from './arming.ts'

const begin = (change: Partial<Parameters<typeof startArming>[0]> = {}) =>
  startArming({
    now: 0,
    focused: true,
    hidden: false,
    width: 360,
    height: 640,
    reportsCoverage: true,
    ...change,
  })
const after = (state: ArmingState, ...events: ArmingEvent[]) => events.reduce(stepArming, state)
const content: ArmingEvent = { type: 'content', ready: true, step: 'none', now: 0 }
const seen: ArmingEvent = { type: 'coverage', coverage: 'visible', now: 0 }
const armed = () => after(begin(), content, seen)
const why = (state: ArmingState, now: number) => {
  const verdict = verdictOf(state, now)
  return verdict.armed ? 'armed' : verdict.why
}

describe('arming', () => {
  test('takes a second of calm and 800 ms of being seen', () => {
    expect(verdictOf(armed(), calmTime - 1)).toEqual({ armed: false, why: 'waiting', at: calmTime })
    expect(why(armed(), calmTime)).toBe('armed')
    const late = after(begin(), content, { ...seen, now: 900 })
    expect(verdictOf(late, 1_500)).toEqual({ armed: false, why: 'waiting', at: 900 + visibleTime })
  })

  test.each<[string, ArmingEvent]>([
    ['content changes', { ...content, now: 5_000 }],
    ['the window gets the focus', { type: 'focus', now: 5_000 }],
    ['the window is resized', { type: 'resize', width: 400, height: 640, now: 5_000 }],
    ['the tab comes back', { type: 'visibility', hidden: false, now: 5_000 }],
  ])('starts anew when %s', (_, event) => {
    const state = after(armed(), event)
    expect(why(state, 5_999)).toBe('waiting')
    expect(why(state, 6_000)).toBe('armed')
  })

  test('being covered for a moment starts the 800 ms anew', () => {
    const state = after(
      armed(),
      { type: 'coverage', coverage: 'covered', now: 4_000 },
      { ...seen, now: 4_100 },
    )
    expect(why(after(armed(), { type: 'coverage', coverage: 'covered', now: 4_000 }), 9_000)).toBe('covered')
    expect(why(state, 4_100 + visibleTime - 1)).toBe('waiting')
    expect(why(state, 4_100 + visibleTime)).toBe('armed')
  })

  test('a browser that could report but stays silent never arms, and says why', () => {
    const silent = after(begin(), content)
    expect(verdictOf(silent, 1_500)).toEqual({ armed: false, why: 'waiting', at: null })
    expect(why(silent, 60_000)).toBe('covered')
  })

  test('a browser that cannot report arms by calm alone', () => {
    expect(why(after(begin({ reportsCoverage: false }), content), calmTime)).toBe('armed')
  })

  test.each<[string, ArmingState]>([
    ['loading', after(begin(), seen)],
    ['hidden', after(armed(), { type: 'visibility', hidden: true, now: 0 })],
    ['tooSmall', after(armed(), { type: 'resize', width: 299, height: 640, now: 0 })],
    ['tooSmall', after(armed(), { type: 'resize', width: 360, height: 359, now: 0 })],
    ['outOfView', after(armed(), { type: 'coverage', coverage: 'outOfView', now: 0 })],
    ['step', after(begin(), { ...content, step: 'needed' }, seen)],
  ])('does not arm: %s', (reason, state) => expect(why(state, 60_000)).toBe(reason))

  test('the second step can be taken and taken back', () => {
    const needed = after(begin(), { ...content, step: 'needed' }, seen)
    const done = after(needed, { type: 'step', done: true })
    expect(why(done, 2_000)).toBe('armed')
    expect(why(after(done, { type: 'step', done: false }), 2_000)).toBe('step')
    expect(after(armed(), { type: 'step', done: false }).step).toBe('none')
  })
})

describe('what counts as deliberate', () => {
  const press = (now: number, trusted = true): ArmingEvent => ({ type: 'pointerDown', trusted, now })
  const click = { trusted: true, pointer: true }

  test('a press and a release on the armed button', () => {
    expect(isDeliberate(after(armed(), press(2_000)), { ...click, now: 2_100 })).toBe(true)
  })
  test('not: a press before it was armed (double-click-jacking)', () => {
    expect(isDeliberate(after(armed(), press(900)), { ...click, now: 1_100 })).toBe(false)
  })
  test('not: a click without a press', () => {
    expect(isDeliberate(armed(), { ...click, now: 5_000 })).toBe(false)
  })
  test('not: what a script made', () => {
    expect(isDeliberate(after(armed(), press(2_000)), { ...click, trusted: false, now: 2_100 })).toBe(false)
    expect(isDeliberate(after(armed(), press(2_000, false)), { ...click, now: 2_100 })).toBe(false)
  })
  test.each<[string, ArmingEvent]>([
    ['focus', { type: 'focus', now: 2_050 }],
    ['resize', { type: 'resize', width: 360, height: 640, now: 2_050 }],
    ['content', { ...content, now: 2_050 }],
    ['cover', { type: 'coverage', coverage: 'covered', now: 2_050 }],
    ['leave', { type: 'pointerLost' }],
    ['blur', { type: 'blur' }],
  ])('not: when %s comes between press and release', (_, event) => {
    expect(isDeliberate(after(armed(), press(2_000), event), { ...click, now: 9_000 })).toBe(false)
  })
  test('a key counts after a second of focus', () => {
    const key = { trusted: true, pointer: false }
    expect(isDeliberate(armed(), { ...key, now: 1_000 })).toBe(true)
    const focused = after(begin({ focused: false }), content, seen, { type: 'focus', now: 5_000 })
    expect(isDeliberate(focused, { ...key, now: 5_999 })).toBe(false)
    expect(isDeliberate(focused, { ...key, now: 6_000 })).toBe(true)
    expect(isDeliberate(after(begin({ focused: false }), content, seen), { ...key, now: 9_000 })).toBe(false)
  })
})

test('nothing arms within a second of any disturbance, in any order of events', () => {
  const time = fc.integer({ min: 0, max: 200 })
  const events = fc.array(
    fc.tuple(
      time,
      fc.constantFrom('focus', 'blur', 'resize', 'shown', 'hidden', 'visible', 'covered', 'content', 'press'),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(events, (list) => {
      let now = 0
      let state = begin()
      let disturbed = 0
      let uncoveredSince: number | null = null
      for (const [gap, name] of list) {
        now += gap * 10
        const event: ArmingEvent =
          name === 'focus'
            ? { type: 'focus', now }
            : name === 'blur'
              ? { type: 'blur' }
              : name === 'resize'
                ? { type: 'resize', width: 360, height: 640, now }
                : name === 'shown' || name === 'hidden'
                  ? { type: 'visibility', hidden: name === 'hidden', now }
                  : name === 'visible' || name === 'covered'
                    ? { type: 'coverage', coverage: name, now }
                    : name === 'content'
                      ? { ...content, now }
                      : { type: 'pointerDown', trusted: true, now }
        state = stepArming(state, event)
        if (['focus', 'resize', 'shown', 'hidden', 'content'].includes(name)) disturbed = now
        if (name === 'covered') uncoveredSince = null
        if (name === 'visible') uncoveredSince ??= now
        if (!verdictOf(state, now).armed) continue
        expect(now - disturbed).toBeGreaterThanOrEqual(calmTime)
        expect(uncoveredSince).not.toBeNull()
        expect(now - (uncoveredSince ?? now)).toBeGreaterThanOrEqual(visibleTime)
      }
    }),
  )
})
