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
  type ArmingEvent,
  type ArmingState,
  type Coverage,
  isDeliberate,
  startArming,
  stepArming,
  type Verdict,
  verdictOf,
} from '../../approvals/arming.ts'
import { observeSections, worstCoverage } from './sectionCoverage.ts'

type ArmingInput = {
  button: RefObject<HTMLButtonElement | null>
  /** A new value is new content: the button is disarmed. */
  contentKey: string
  ready: boolean
  step: ArmingState['step']
  onActivate: () => void
}

export type Arming = {
  verdict: Verdict
  handlers: {
    onPointerDown(event: PointerEvent): void
    onPointerLeave(): void
    onPointerCancel(): void
    onKeyDown(event: KeyboardEvent): void
    onClick(event: MouseEvent): void
  }
}

const start = (now: number, reportsCoverage: boolean): ArmingState =>
  startArming({
    now,
    focused: document.hasFocus(),
    hidden: document.visibilityState === 'hidden',
    width: window.innerWidth,
    height: window.innerHeight,
    reportsCoverage,
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

/** Watches the button and all that it is about: leaving the button bare and covering the amount must not do. */
function watch(
  environment: ArmingEnvironment,
  button: HTMLButtonElement,
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
  const stops = [
    environment.observeCoverage(button, (coverage) => take({ button: coverage })),
    environment.observeSections(sections, screen?.querySelector('.fr-footer') ?? null, (coverage) =>
      take({ sections: coverage }),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
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

/** Wires the arming machine to a button: nothing but a deliberate act on it, in full view, gets through. */
export function useArming({ button, contentKey, ready, step, onActivate }: ArmingInput): Arming {
  const environment = useContext(ArmingEnvironmentContext)
  const { now } = environment
  const [, render] = useState(0)
  const machine = useRef<ArmingState | null>(null)
  machine.current ??= start(now(), environment.reportsCoverage)
  const send = useCallback((event: ArmingEvent) => {
    machine.current = stepArming(machine.current as ArmingState, event)
    render((count) => count + 1)
  }, [])

  useEffect(() => listen(environment, send), [environment, send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has other sections.
  useEffect(() => {
    if (button.current) return watch(environment, button.current, send)
  }, [button, environment, send, contentKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: ticking the box is a step of its own, not new content.
  useEffect(() => send({ type: 'content', ready, step, now: now() }), [contentKey, ready, step === 'none'])
  useEffect(() => send({ type: 'step', done: step === 'done' }), [send, step])

  const verdict = verdictOf(machine.current, now())
  useWakeUp(verdict, now)

  const activate = (trusted: boolean, pointer: boolean) => {
    const deliberate = isDeliberate(machine.current as ArmingState, { trusted, pointer, now: now() })
    send({ type: 'pointerLost' })
    if (deliberate) onActivate()
  }
  return {
    verdict,
    handlers: {
      onPointerDown: ({ nativeEvent }) =>
        send({
          type: 'pointerDown',
          trusted: nativeEvent.isTrusted && nativeEvent.isPrimary && nativeEvent.button === 0,
          now: now(),
        }),
      onPointerLeave: () => send({ type: 'pointerLost' }),
      onPointerCancel: () => send({ type: 'pointerLost' }),
      onKeyDown: (event) => {
        // A key that was held down before the button was there must not press it.
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
      },
      // Keys and assistive technology click without a pointer: `detail` is 0 then (UI Events, section 3.4).
      onClick: ({ nativeEvent }) => activate(nativeEvent.isTrusted, nativeEvent.detail !== 0),
    },
  }
}

/** What arming needs of the browser; tests bring their own. */
export type ArmingEnvironment = {
  now(): number
  reportsCoverage: boolean
  /** Reports whether anything covers the element, until the returned function is called. */
  observeCoverage(element: Element, report: (coverage: Coverage) => void): () => void
  /** The same for what the person decides by: sections that may be scrolled away, above a footer that stays. */
  observeSections(
    sections: readonly Element[],
    footer: Element | null,
    report: (coverage: Coverage) => void,
  ): () => void
}

type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean }

/** IntersectionObserver v2: only where `isVisible` exists does the browser really look. */
const reportsCoverage =
  typeof IntersectionObserverEntry !== 'undefined' && 'isVisible' in IntersectionObserverEntry.prototype

function coverageOf(entry: VisibilityEntry): Coverage {
  // Half a pixel of rounding is not out of view.
  if (entry.intersectionRatio < 0.98) return 'outOfView'
  return entry.isVisible ? 'visible' : 'covered'
}

const browserEnvironment: ArmingEnvironment = {
  now: () => performance.now(),
  reportsCoverage,
  observeCoverage(element, report) {
    if (!reportsCoverage) return () => undefined
    const options = { threshold: [0, 0.5, 0.98, 1], trackVisibility: true, delay: 100 }
    const observer = new IntersectionObserver((entries) => {
      const latest = entries.at(-1)
      if (latest) report(coverageOf(latest))
    }, options)
    observer.observe(element)
    return () => observer.disconnect()
  },
  observeSections(sections, footer, report) {
    return reportsCoverage ? observeSections(sections, footer, report) : () => undefined
  },
}

/** The browser as arming sees it. */
export const ArmingEnvironmentContext = createContext<ArmingEnvironment>(browserEnvironment)
