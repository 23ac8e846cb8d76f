import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  type Activation,
  type ArmingEvent,
  type ArmingState,
  type Coverage,
  isDeliberate,
  isSteady,
  type PointerPlace,
  startArming,
  steadyTime,
  stepArming,
  type Verdict,
  verdictOf,
} from '../../approvals/arming.ts'
import {
  observeAnyInView,
  observeElement,
  observeEnds,
  observeSections,
  worstCoverage,
} from './sectionCoverage.ts'
import { useSmallWindow } from './useSmallWindow.ts'

type ArmingInput = {
  button: RefObject<HTMLButtonElement | null>
  /** A new value is new content: the button is disarmed. */
  contentKey: string
  ready: boolean
  step: ArmingState['step']
  /** A page gains nothing by making it small. */
  anySize: boolean
  onActivate: () => void
}

export type Arming = {
  verdict: Verdict
  /** A mouse may press. */
  steady: boolean
  handlers: {
    onPointerDown(event: PointerEvent): void
    onPointerLeave(event: PointerEvent): void
    onPointerCancel(): void
    onKeyDown(event: KeyboardEvent): void
    onKeyUp(event: KeyboardEvent): void
    onClick(event: MouseEvent): void
  }
}

const start = ({ now, isFramed }: ArmingEnvironment, anySize: boolean): ArmingState =>
  startArming({
    anySize: anySize || !isFramed(),
    now: now(),
    focused: document.hasFocus(),
    hidden: document.visibilityState === 'hidden',
    width: window.innerWidth,
    height: window.innerHeight,
    framed: isFramed(),
  })

/** Feeds the window's own events to the machine. */
function listen(environment: ArmingEnvironment, send: (event: ArmingEvent) => void): () => void {
  const abort = new AbortController()
  const { signal } = abort
  const { now } = environment
  const onResize = () =>
    send({ type: 'resize', width: window.innerWidth, height: window.innerHeight, now: now() })
  const onVisibility = () =>
    send({ type: 'visibility', hidden: document.visibilityState === 'hidden', now: now() })
  // The page can set the fragment of this document: whatever that has moved or focused was not the person.
  const onHash = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    send({ type: 'disturbed', now: now() })
  }
  window.addEventListener('hashchange', onHash, { signal })
  const onScroll = () => send({ type: 'disturbed', now: now() })
  window.addEventListener('scroll', onScroll, { signal, capture: true, passive: true })
  window.addEventListener('focus', () => send({ type: 'focus', now: now() }), { signal })
  window.addEventListener('blur', () => send({ type: 'blur' }), { signal })
  window.addEventListener('resize', onResize, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  // Whatever changed between the first drawing and this moment has told nobody.
  onResize()
  onVisibility()
  send(document.hasFocus() ? { type: 'focus', now: now() } : { type: 'blur' })
  return () => abort.abort()
}

/** What was folded away by the person's own choice, or never opened, need not be read. */
const isFolded = (element: Element) => element.closest('details:not([open])') !== null

/** What must have been read to its end: in a window where little stays in sight, everything. */
const endsOf = (screen: Element | null, isSmall: boolean): Element[] =>
  [...(screen?.querySelectorAll(isSmall ? '[data-end], [data-watched]' : '[data-end]') ?? [])].filter(
    (element) => !isFolded(element),
  )

/** Watches the button and all that it is about: leaving the button bare and covering the amount must not do. */
function watch(
  environment: ArmingEnvironment,
  button: HTMLButtonElement,
  isSmall: boolean,
  send: (event: ArmingEvent) => void,
): () => void {
  const seen: { button: Coverage; sections: Coverage } = { button: 'unknown', sections: 'unknown' }
  const take = (change: Partial<typeof seen>) => {
    Object.assign(seen, change)
    const coverage = worstCoverage(Object.values(seen))
    send({ type: 'coverage', coverage, now: environment.now() })
  }
  const screen = button.closest('.fr-screen')
  const sections = [...(screen?.querySelectorAll('[data-watched]') ?? [])]
  const footer = screen?.querySelector('.fr-footer') ?? null
  const stops = [
    environment.observeElement(button, (coverage) => take({ button: coverage })),
    environment.observeSections(sections, footer, (coverage) => take({ sections: coverage })),
    environment.observeEnds(endsOf(screen, isSmall), footer, (unread) => send({ type: 'read', unread })),
    environment.observeAnyInView([...(screen?.querySelectorAll('[data-worst]') ?? [])], footer, (warned) =>
      send({ type: 'warned', warned, now: environment.now() }),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '
const placeOf = ({ screenX, screenY, clientX, clientY }: MouseEvent['nativeEvent']): PointerPlace => ({
  screenX,
  screenY,
  clientX,
  clientY,
})

/**
 * A finger does not hover, so it leaves everything as it is lifted, before the click that it makes (Pointer Events 3,
 * `pointerout`). One that slides away makes no click.
 */
const isFinger = ({ pointerType }: globalThis.PointerEvent) => pointerType === 'touch'

/** Watches the way of a mouse over the whole document. It renders only when that begins anew, and when it may press. */
function followPointer(
  { isFramed, now }: ArmingEnvironment,
  machine: RefObject<ArmingState | null>,
  send: (event: ArmingEvent) => void,
): () => void {
  if (!isFramed()) return () => undefined
  const abort = new AbortController()
  const { signal } = abort
  let timer: ReturnType<typeof setTimeout> | undefined
  const onMove = (event: globalThis.PointerEvent) => {
    if (!event.isTrusted || isFinger(event)) return
    const move = { type: 'pointerMove', place: placeOf(event), now: now() } as const
    const before = machine.current as ArmingState
    machine.current = stepArming(before, move)
    if (before.travel?.since === machine.current.travel?.since && isSteady(before, move.now)) return
    clearTimeout(timer)
    const wait = (machine.current.travel?.since ?? move.now) + steadyTime - move.now
    timer = setTimeout(() => send({ ...move, now: now() }), Math.max(0, wait) + 10)
  }
  document.addEventListener('pointermove', onMove, { signal, capture: true, passive: true })
  const onLeave = (event: globalThis.PointerEvent) => {
    if (!isFinger(event)) send({ type: 'pointerOut' })
  }
  document.documentElement.addEventListener('pointerleave', onLeave, { signal })
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}

/** Renders again when waiting ends by itself: when the button arms, or when the browser stayed silent for too long. */
function useWakeUp(verdict: Verdict, now: () => number): void {
  const [, wake] = useState(0)
  const waits = !verdict.armed && verdict.why === 'waiting'
  const at = waits ? verdict.at : null
  useEffect(() => {
    if (!waits) return
    const delay = at === null ? 500 : Math.max(0, at - now()) + 10
    const timer = setTimeout(() => wake((count) => count + 1), delay)
    return () => clearTimeout(timer)
  })
}

/** What is drawn of a state at this moment. */
const lookOf = (state: ArmingState, now: number) =>
  JSON.stringify([verdictOf(state, now), isSteady(state, now)])

/** Wires the arming machine to a button: nothing but a deliberate act on it, in full view, gets through. */
export function useArming({ button, contentKey, ready, step, anySize, onActivate }: ArmingInput): Arming {
  const environment = useContext(ArmingEnvironmentContext)
  const { now } = environment
  const [, render] = useState(0)
  const machine = useRef<ArmingState | null>(null)
  machine.current ??= start(environment, anySize)
  const drawn = useRef('')
  const send = useCallback(
    (event: ArmingEvent) => {
      machine.current = stepArming(machine.current as ArmingState, event)
      // A press alone shows nowhere, and drawing would hold up the click that it makes.
      if (lookOf(machine.current, now()) !== drawn.current) render((count) => count + 1)
    },
    [now],
  )

  const isSmall = useSmallWindow()

  useEffect(() => listen(environment, send), [environment, send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has other sections.
  useEffect(() => {
    if (button.current) return watch(environment, button.current, isSmall, send)
  }, [button, environment, send, contentKey, isSmall])
  // biome-ignore lint/correctness/useExhaustiveDependencies: ticking the box is a step of its own, not new content.
  useEffect(() => send({ type: 'content', ready, step, now: now() }), [contentKey, ready, step === 'none'])
  useEffect(() => send({ type: 'step', done: step === 'done' }), [send, step])

  /** A key is down that went down on the button. */
  const key = useRef(false)
  useEffect(() => followPointer(environment, machine, send), [environment, send])

  const drawnAt = now()
  const verdict = verdictOf(machine.current, drawnAt)
  drawn.current = lookOf(machine.current, drawnAt)
  useWakeUp(verdict, now)

  const activate = (trusted: boolean, by: Activation['by']) => {
    const deliberate = isDeliberate(machine.current as ArmingState, { trusted, by, now: now() })
    key.current = false
    send({ type: 'pointerLost' })
    if (deliberate) onActivate()
  }
  return {
    verdict,
    steady: isSteady(machine.current, drawnAt),
    handlers: {
      onPointerDown: ({ nativeEvent }) =>
        send({
          type: 'pointerDown',
          trusted: nativeEvent.isTrusted && nativeEvent.isPrimary && nativeEvent.button === 0,
          hovers: !isFinger(nativeEvent),
          place: placeOf(nativeEvent),
          now: now(),
        }),
      onPointerLeave: ({ nativeEvent }) => {
        if (!isFinger(nativeEvent)) send({ type: 'pointerLost' })
      },
      onPointerCancel: () => send({ type: 'pointerLost' }),
      onKeyDown: (event) => {
        if (!isPress(event)) return
        // A key that was held down before the button was there must not press it.
        if (event.repeat) return event.preventDefault()
        key.current = true
        send({ type: 'keyDown', trusted: event.nativeEvent.isTrusted, now: now() })
      },
      onKeyUp: (event) => {
        // One that went down elsewhere, before the focus came here, is no press of this button.
        if (isPress(event) && !key.current) event.preventDefault()
      },
      // Keys and assistive technology click without a pointer: `detail` is 0 then (UI Events, section 3.4).
      onClick: ({ nativeEvent: { isTrusted, detail } }) =>
        activate(isTrusted, detail !== 0 ? 'pointer' : key.current ? 'key' : 'assistance'),
    },
  }
}

/** What arming needs of the browser; tests bring their own. */
export type ArmingEnvironment = {
  now(): number
  /** Whether this document is within another's. */
  isFramed(): boolean
  /** Reports whether anything covers the element, until the returned function is called. */
  observeElement(element: Element, report: (coverage: Coverage) => void): () => void
  /** The same for what the person decides by: sections that may be scrolled away, above a footer that stays. */
  observeSections(
    sections: readonly Element[],
    footer: Element | null,
    report: (coverage: Coverage) => void,
  ): () => void
  /** Reports whether the end of something that is signed has not been in view. */
  observeEnds(ends: readonly Element[], footer: Element | null, report: (unread: boolean) => void): () => void
  /** Reports whether one of these can be read at this moment; true where there are none. */
  observeAnyInView(
    elements: readonly Element[],
    footer: Element | null,
    report: (inView: boolean) => void,
  ): () => void
}

const browserEnvironment: ArmingEnvironment = {
  now: () => performance.now(),
  isFramed: () => window.parent !== window,
  observeElement,
  observeSections,
  observeEnds,
  observeAnyInView,
}

/** The browser as arming sees it. */
export const ArmingEnvironmentContext = createContext<ArmingEnvironment>(browserEnvironment)
