/** ms that nothing may have changed before the button takes a click. */
export const calmTime = 1_000
/** ms that the browser must have reported the button as uncovered, without a break. */
export const visibleTime = 800
/** ms that the frame must have had the focus before a key counts. */
export const focusTime = 1_000
/** ms that the browser gets for its first report. */
const reportTime = 2_500
export const minimumSize = { width: 300, height: 360 }

/** What the browser says about the button. `unsupported` where it cannot tell (IntersectionObserver v2). */
export type Coverage = 'unsupported' | 'unknown' | 'visible' | 'covered' | 'outOfView'

export type ArmingState = {
  /** When the screen last appeared, changed, got the focus, was resized or came back into view. */
  disturbedAt: number
  coverage: Coverage
  visibleSince: number | null
  /** null: the frame has not got the focus */
  focusedAt: number | null
  hidden: boolean
  tooSmall: boolean
  /** All that will be signed is on the screen. */
  ready: boolean
  /** The second, deliberate step that a danger needs. */
  step: 'none' | 'needed' | 'done'
  /** A trusted pointer went down on the armed button, and nothing disturbed since. */
  pressed: boolean
}

export type ArmingEvent =
  | { type: 'disturbed'; now: number }
  | { type: 'focus'; now: number }
  | { type: 'blur' }
  | { type: 'resize'; width: number; height: number; now: number }
  | { type: 'visibility'; hidden: boolean; now: number }
  | { type: 'coverage'; coverage: Coverage; now: number }
  | { type: 'content'; ready: boolean; step: ArmingState['step']; now: number }
  | { type: 'step'; done: boolean }
  | { type: 'pointerDown'; trusted: boolean; now: number }
  | { type: 'pointerLost' }

export type Verdict =
  | { armed: true }
  /** `at`: when it will be armed if nothing else happens; null: not known yet. */
  | { armed: false; why: 'waiting'; at: number | null }
  | { armed: false; why: 'loading' | 'covered' | 'outOfView' | 'tooSmall' | 'hidden' | 'step' }

export type ArmingStart = {
  now: number
  focused: boolean
  hidden: boolean
  width: number
  height: number
  /** The browser can tell whether something covers the button. */
  reportsCoverage: boolean
}

const isTooSmall = (width: number, height: number) => width < minimumSize.width || height < minimumSize.height

export function startArming({
  now,
  focused,
  hidden,
  width,
  height,
  reportsCoverage,
}: ArmingStart): ArmingState {
  return {
    disturbedAt: now,
    coverage: reportsCoverage ? 'unknown' : 'unsupported',
    visibleSince: null,
    focusedAt: focused ? now : null,
    hidden,
    tooSmall: isTooSmall(width, height),
    ready: false,
    step: 'none',
    pressed: false,
  }
}

/** Says whether the button may be used at this moment, or why not. */
export function verdictOf(state: ArmingState, now: number): Verdict {
  if (!state.ready) return { armed: false, why: 'loading' }
  if (state.hidden) return { armed: false, why: 'hidden' }
  if (state.tooSmall) return { armed: false, why: 'tooSmall' }
  if (state.coverage === 'outOfView') return { armed: false, why: 'outOfView' }
  const silent = state.coverage === 'unknown'
  if (state.coverage === 'covered' || (silent && now >= state.disturbedAt + reportTime))
    return { armed: false, why: 'covered' }
  if (state.step === 'needed') return { armed: false, why: 'step' }
  if (silent) return { armed: false, why: 'waiting', at: null }
  const visibleAt = state.visibleSince === null ? 0 : state.visibleSince + visibleTime
  const at = Math.max(state.disturbedAt + calmTime, visibleAt)
  return now >= at ? { armed: true } : { armed: false, why: 'waiting', at }
}

const disturbed = (state: ArmingState, now: number): ArmingState => ({
  ...state,
  disturbedAt: now,
  pressed: false,
})

function onCoverage(state: ArmingState, coverage: Coverage, now: number): ArmingState {
  if (coverage !== 'visible') return { ...state, coverage, visibleSince: null, pressed: false }
  return { ...state, coverage, visibleSince: state.visibleSince ?? now }
}

/** Takes in what happened. Nothing here reads a clock or the document. */
export function stepArming(state: ArmingState, event: ArmingEvent): ArmingState {
  switch (event.type) {
    case 'disturbed':
      return disturbed(state, event.now)
    case 'focus':
      return { ...disturbed(state, event.now), focusedAt: event.now }
    case 'blur':
      return { ...state, focusedAt: null, pressed: false }
    case 'resize':
      return { ...disturbed(state, event.now), tooSmall: isTooSmall(event.width, event.height) }
    case 'visibility':
      return { ...disturbed(state, event.now), hidden: event.hidden }
    case 'coverage':
      return onCoverage(state, event.coverage, event.now)
    case 'content':
      return { ...disturbed(state, event.now), ready: event.ready, step: event.step }
    case 'step':
      return state.step === 'none'
        ? state
        : { ...state, step: event.done ? 'done' : 'needed', pressed: false }
    case 'pointerDown':
      return { ...state, pressed: event.trusted && verdictOf(state, event.now).armed }
    case 'pointerLost':
      return { ...state, pressed: false }
  }
}

export type Activation = {
  trusted: boolean
  /** Made by a pointer; else by a key or by assistive technology. */
  pointer: boolean
  now: number
}

/**
 * Whether an activation of the button counts: trusted, armed at this very moment, and either begun by a trusted press on
 * the armed button, or by a key while the frame has had the focus for a second.
 */
export function isDeliberate(state: ArmingState, { trusted, pointer, now }: Activation): boolean {
  if (!trusted || !verdictOf(state, now).armed) return false
  return pointer ? state.pressed : state.focusedAt !== null && now - state.focusedAt >= focusTime
}
