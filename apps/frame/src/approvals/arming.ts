/** ms that nothing may have changed before the button takes a click. */
export const calmTime = 1_000
/** ms that the browser must have reported the button as uncovered, without a break. */
export const visibleTime = 800
/** ms that the frame must have had the focus before a key counts. */
export const focusTime = 1_000
/** ms that the browser gets for its first report. */
const reportTime = 2_500
export const minimumSize = { width: 320, height: 480 }
/** ms that a mouse must have been in the frame, and the frame in its place, before it presses. */
export const steadyTime = 700
/** CSS pixels that it must have come in the frame: less says nothing of the size at which the page shows it. */
const leastPath = 8
/** How far screen and frame may disagree about a way: a frame that is shown 0.8 to 1.25 times as large. */
const slack = 0.25
/** CSS pixels of rounding. */
const rounding = 3

/** Where a pointer is on the screen, and in this document. A page that moves the frame or shows it in another size parts them. */
export type PointerPlace = { screenX: number; screenY: number; clientX: number; clientY: number }

/** The way of a pointer in the frame, since both agree about it. */
type Travel = { since: number; last: PointerPlace; path: number; drift: Way; still: Way }
type Way = { x: number; y: number }

/** What the browser says about the button. */
export type Coverage = 'unknown' | 'visible' | 'covered' | 'outOfView'

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
  /** The end of what is signed has not been in view. */
  unread: boolean
  /** The worst warning can be read at this moment; true where there is none. */
  warned: boolean
  /** It is shown at any size: in a window of the wallet's own, or where a page gains nothing by making it small. */
  anySize: boolean
  /** Another document's: its pointer has to be watched. A window of the wallet's own is where it is. */
  framed: boolean
  travel: Travel | null
  /** By what the armed button was pressed, and nothing disturbed since. */
  pressed: 'pointer' | 'key' | null
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
  | { type: 'read'; unread: boolean }
  | { type: 'warned'; warned: boolean; now: number }
  | { type: 'pointerMove'; place: PointerPlace; now: number }
  | { type: 'pointerOut' }
  /** `hovers`: a mouse or a pen, which is seen before it presses; a finger is not. */
  | { type: 'pointerDown'; trusted: boolean; hovers: boolean; place: PointerPlace; now: number }
  | { type: 'keyDown'; trusted: boolean; now: number }
  | { type: 'pointerLost' }

export type Verdict =
  | { armed: true }
  /** `at`: when it will be armed if nothing else happens; null: not known yet. */
  | { armed: false; why: 'waiting'; at: number | null }
  | {
      armed: false
      why: 'loading' | 'covered' | 'outOfView' | 'unread' | 'unwarned' | 'tooSmall' | 'hidden' | 'step'
    }

export type ArmingStart = {
  now: number
  focused: boolean
  hidden: boolean
  width: number
  height: number
  framed: boolean
  /** See `ArmingState`. Default false. */
  anySize?: boolean
}

const isTooSmall = (width: number, height: number, anySize: boolean) =>
  !anySize && (width < minimumSize.width || height < minimumSize.height)

export function startArming(start: ArmingStart): ArmingState {
  const { now, focused, hidden, width, height, framed, anySize = false } = start
  return {
    disturbedAt: now,
    coverage: 'unknown',
    visibleSince: null,
    focusedAt: focused ? now : null,
    hidden,
    tooSmall: isTooSmall(width, height, anySize),
    ready: false,
    step: 'none',
    unread: true,
    warned: false,
    anySize,
    framed,
    travel: null,
    pressed: null,
  }
}

/** Says whether the button may be used at this moment, or why not. */
export function verdictOf(state: ArmingState, now: number): Verdict {
  if (!state.ready) return { armed: false, why: 'loading' }
  if (state.hidden) return { armed: false, why: 'hidden' }
  if (state.tooSmall) return { armed: false, why: 'tooSmall' }
  const silent = state.coverage === 'unknown'
  // In a low window the button stands where the reading ends.
  if (state.coverage === 'outOfView') return { armed: false, why: state.unread ? 'unread' : 'outOfView' }
  if (state.coverage === 'covered' || (silent && now >= state.disturbedAt + reportTime))
    return { armed: false, why: 'covered' }
  if (state.unread && !silent) return { armed: false, why: 'unread' }
  if (!state.warned && !silent) return { armed: false, why: 'unwarned' }
  if (state.step === 'needed') return { armed: false, why: 'step' }
  if (silent) return { armed: false, why: 'waiting', at: null }
  const visibleAt = state.visibleSince === null ? 0 : state.visibleSince + visibleTime
  const at = Math.max(state.disturbedAt + calmTime, visibleAt)
  return now >= at ? { armed: true } : { armed: false, why: 'waiting', at }
}

const disturbed = (state: ArmingState, now: number): ArmingState => ({
  ...state,
  disturbedAt: now,
  pressed: null,
})

const length = ({ x, y }: Way) => Math.hypot(x, y)
const add = (a: Way, b: Way): Way => ({ x: a.x + b.x, y: a.y + b.y })
const nowhere: Way = { x: 0, y: 0 }

/** Follows a pointer. Where screen and frame disagree, the frame was moved or is shown in another size: it begins anew. */
function follow(travel: Travel | null, place: PointerPlace, now: number): Travel {
  const anew = { since: now, last: place, path: 0, drift: nowhere, still: nowhere }
  if (!travel) return anew
  const { last } = travel
  const onScreen = { x: place.screenX - last.screenX, y: place.screenY - last.screenY }
  const inFrame = { x: place.clientX - last.clientX, y: place.clientY - last.clientY }
  const apart = { x: onScreen.x - inFrame.x, y: onScreen.y - inFrame.y }
  const path = travel.path + length(onScreen)
  const drift = add(travel.drift, apart)
  // A pointer that stands on the screen and moves in the frame: the frame moves.
  const still = length(onScreen) < 1 ? add(travel.still, apart) : nowhere
  const most = Math.max(length(onScreen), length(inFrame))
  const isOff =
    length(still) > rounding ||
    length(apart) > slack * most + rounding ||
    length(drift) > slack * path + rounding
  return isOff ? anew : { since: travel.since, last: place, path, drift, still }
}

/** Whether a mouse may press: it has been in the frame for a while, and the frame was where it is now. */
export const isSteady = ({ framed, travel }: ArmingState, now: number): boolean =>
  !framed || (travel !== null && now - travel.since >= steadyTime && travel.path >= leastPath)

function onPointerDown(
  state: ArmingState,
  { trusted, hovers, place, now }: Extract<ArmingEvent, { type: 'pointerDown' }>,
): ArmingState {
  const next = hovers ? { ...state, travel: follow(state.travel, place, now) } : state
  const counts = trusted && verdictOf(next, now).armed && (!hovers || isSteady(next, now))
  return { ...next, pressed: counts ? 'pointer' : null }
}

function onCoverage(state: ArmingState, coverage: Coverage, now: number): ArmingState {
  if (coverage !== 'visible') return { ...state, coverage, visibleSince: null, pressed: null }
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
      return { ...state, focusedAt: null, pressed: null }
    case 'resize':
      return {
        ...disturbed(state, event.now),
        tooSmall: isTooSmall(event.width, event.height, state.anySize),
      }
    case 'visibility':
      return { ...disturbed(state, event.now), hidden: event.hidden }
    case 'coverage':
      return onCoverage(state, event.coverage, event.now)
    case 'content':
      return { ...disturbed(state, event.now), ready: event.ready, step: event.step }
    case 'step':
      return state.step === 'none' ? state : { ...state, step: event.done ? 'done' : 'needed', pressed: null }
    case 'read':
      return { ...state, unread: event.unread }
    case 'warned':
      return state.warned === event.warned ? state : { ...disturbed(state, event.now), warned: event.warned }
    case 'pointerMove':
      return { ...state, travel: follow(state.travel, event.place, event.now) }
    case 'pointerOut':
      return { ...state, travel: null, pressed: null }
    case 'pointerDown':
      return onPointerDown(state, event)
    case 'keyDown':
      return { ...state, pressed: event.trusted && verdictOf(state, event.now).armed ? 'key' : null }
    case 'pointerLost':
      return { ...state, pressed: null }
  }
}

export type Activation = {
  trusted: boolean
  /** What made it. Assistive technology presses nothing. */
  by: 'pointer' | 'key' | 'assistance'
  now: number
}

/**
 * Whether an activation of the button counts: trusted, armed at this very moment, and either begun by a trusted press on
 * the armed button, or by assistive technology; but for a pointer, the frame has had the focus for a second.
 */
export function isDeliberate(state: ArmingState, { trusted, by, now }: Activation): boolean {
  if (!trusted || !verdictOf(state, now).armed) return false
  if (by === 'pointer') return state.pressed === 'pointer'
  if (by === 'key' && state.pressed !== 'key') return false
  return state.focusedAt !== null && now - state.focusedAt >= focusTime
}
