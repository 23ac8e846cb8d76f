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

const warned = (is: boolean, now = 0): ArmingEvent => ({ type: 'warned', warned: is, now })
const begin = (change: Partial<Parameters<typeof startArming>[0]> = {}) =>
  stepArming(
    startArming({
      now: 0,
      focused: true,
      hidden: false,
      width: 360,
      height: 640,
      framed: false,
      ...change,
    }),
    warned(true),
  )
const after = (state: ArmingState, ...events: ArmingEvent[]) => events.reduce(stepArming, state)
const content: ArmingEvent = { type: 'content', ready: true, step: 'none', now: 0 }
const seen: ArmingEvent = { type: 'coverage', coverage: 'visible', now: 0 }
const read: ArmingEvent = { type: 'read', unread: false }
const armed = (change: Partial<Parameters<typeof startArming>[0]> = {}) =>
  after(begin(change), content, seen, read)
const why = (state: ArmingState, now: number) => {
  const verdict = verdictOf(state, now)
  return verdict.armed ? 'armed' : verdict.why
}

describe('arming', () => {
  test('takes a second of calm and 800 ms of being seen', () => {
    expect(verdictOf(armed(), calmTime - 1)).toEqual({ armed: false, why: 'waiting', at: calmTime })
    expect(why(armed(), calmTime)).toBe('armed')
    const late = after(begin(), content, { ...seen, now: 900 }, read)
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

  test.each<[string, ArmingState]>([
    ['loading', after(begin(), seen, read)],
    ['hidden', after(armed(), { type: 'visibility', hidden: true, now: 0 })],
    ['tooSmall', after(armed(), { type: 'resize', width: 319, height: 640, now: 0 })],
    ['tooSmall', after(armed(), { type: 'resize', width: 360, height: 479, now: 0 })],
    ['outOfView', after(armed(), { type: 'coverage', coverage: 'outOfView', now: 0 })],
    ['unread', after(begin(), content, seen)],
    ['unread', after(armed(), { type: 'read', unread: true })],
    ['unwarned', after(armed(), warned(false))],
    ['step', after(begin(), { ...content, step: 'needed' }, seen, read)],
  ])('does not arm: %s', (reason, state) => expect(why(state, 60_000)).toBe(reason))

  test('a warning that comes back into sight starts the second of calm anew', () => {
    const back = after(armed(), warned(false, 4_000), warned(true, 5_000))
    expect(why(back, 5_999)).toBe('waiting')
    expect(why(back, 6_000)).toBe('armed')
  })

  test('a window of the wallet’s own may have any size', () => {
    const low = { type: 'resize', width: 320, height: 180, now: 0 } as const
    expect(why(after(armed({ anySize: true }), low), 60_000)).toBe('armed')
    expect(why(after(armed(), low), 60_000)).toBe('tooSmall')
  })

  test('the second step can be taken and taken back', () => {
    const needed = after(begin(), { ...content, step: 'needed' }, seen, read)
    const done = after(needed, { type: 'step', done: true })
    expect(why(done, 2_000)).toBe('armed')
    expect(why(after(done, { type: 'step', done: false }), 2_000)).toBe('step')
    expect(after(armed(), { type: 'step', done: false }).step).toBe('none')
  })
})

describe('what counts as deliberate', () => {
  const place = { screenX: 500, screenY: 400, clientX: 100, clientY: 50 }
  const press = (now: number, trusted = true): ArmingEvent => ({
    type: 'pointerDown',
    trusted,
    hovers: true,
    place,
    now,
  })
  const click = { trusted: true, by: 'pointer' } as const

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
    const key = { trusted: true, by: 'key' } as const
    const down = (now: number): ArmingEvent => ({ type: 'keyDown', trusted: true, now })
    expect(isDeliberate(after(armed(), down(1_000)), { ...key, now: 1_050 })).toBe(true)
    const focused = after(armed({ focused: false }), { type: 'focus', now: 5_000 })
    expect(isDeliberate(after(focused, down(5_990)), { ...key, now: 6_000 })).toBe(false)
    expect(isDeliberate(after(focused, down(6_000)), { ...key, now: 6_050 })).toBe(true)
    expect(isDeliberate(after(armed({ focused: false }), down(9_000)), { ...key, now: 9_000 })).toBe(false)
  })
  test('not: a key that went down before the button was armed, or none', () => {
    const early = after(armed(), { type: 'keyDown', trusted: true, now: 900 })
    expect(isDeliberate(early, { trusted: true, by: 'key', now: 1_100 })).toBe(false)
    expect(isDeliberate(armed(), { trusted: true, by: 'key', now: 1_100 })).toBe(false)
  })
  test('assistive technology presses nothing, and needs a second of focus', () => {
    expect(isDeliberate(armed(), { trusted: true, by: 'assistance', now: 1_000 })).toBe(true)
    const away = armed({ focused: false })
    expect(isDeliberate(away, { trusted: true, by: 'assistance', now: 9_000 })).toBe(false)
  })
})

describe('a mouse over a frame of another document', () => {
  const at = (clientX: number, clientY: number, [x, y] = [400, 350], scale = 1) => ({
    screenX: x + clientX * scale,
    screenY: y + clientY * scale,
    clientX,
    clientY,
  })
  type Place = ReturnType<typeof at>
  const move = (place: Place, now: number): ArmingEvent => ({ type: 'pointerMove', place, now })
  const down = (place: Place, now: number, hovers = true): ArmingEvent => ({
    type: 'pointerDown',
    trusted: true,
    hovers,
    place,
    now,
  })
  const approves = (...events: ArmingEvent[]) =>
    isDeliberate(after(armed({ framed: true }), ...events), { trusted: true, by: 'pointer', now: 9_000 })
  const way = (scale: number, from = 2_000) =>
    [10, 20, 40, 80, 120].map((x, index) => move(at(x, x, [400, 350], scale), from + index * 20))

  test('presses once it has been there for 700 ms', () => {
    expect(approves(...way(1), down(at(120, 120), 2_700))).toBe(true)
    expect(approves(...way(1), down(at(120, 120), 2_690))).toBe(false)
  })
  test('does not press where it was never seen to come', () => {
    expect(approves(down(at(120, 120), 5_000))).toBe(false)
    expect(approves(move(at(120, 120), 2_000), down(at(120, 120), 5_000))).toBe(false)
  })
  test('does not press when it has left, or when the frame was moved under it', () => {
    expect(approves(...way(1), { type: 'pointerOut' }, down(at(120, 120), 5_000))).toBe(false)
    expect(approves(...way(1), down(at(90, 120, [430, 350]), 5_000))).toBe(false)
    expect(
      approves(...way(1), move(at(90, 120, [430, 350]), 4_900), down(at(90, 120, [430, 350]), 5_000)),
    ).toBe(false)
  })
  test('does not press a frame that is drawn along under it, two pixels at a time', () => {
    const drawn = Array.from({ length: 40 }, (_, step) =>
      move(at(120 - 2 * step, 120, [400 + 2 * step, 350]), 3_000 + step * 30),
    )
    expect(approves(...way(1), ...drawn, down(at(42, 120, [478, 350]), 4_200))).toBe(false)
  })
  test.each([0.05, 0.5, 1.5, 4])('does not press a frame that is shown %s times as large', (scale) => {
    expect(approves(...way(scale), down(at(120, 120, [400, 350], scale), 9_000))).toBe(false)
  })
  test.each([0.85, 1.2])('presses one that is shown %s times as large', (scale) => {
    expect(approves(...way(scale), down(at(120, 120, [400, 350], scale), 9_000))).toBe(true)
  })
  test('a finger is seen only when it presses', () => {
    expect(approves(down(at(120, 120), 5_000, false))).toBe(true)
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
                      : { type: 'keyDown', trusted: true, now }
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
