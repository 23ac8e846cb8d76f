import { Icon } from '@latchkey/ui'
import { type FocusEvent, type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Wallet } from './ScreenProps.ts'

export type FocusDirection = 'forward' | 'backward'

type ScreenFrameProps = {
  wallet: Wallet
  /** The id of the heading that names the screen. */
  labelledBy: string
  /** A new value is a new screen: the focus moves to its heading. */
  screenKey: string
  onEscape: () => void
  onFocusExit: (direction: FocusDirection) => void
  /** The field that should have the focus instead of the heading. */
  ownFocus?: boolean | undefined
  children: ReactNode
  /** Stays in sight at the bottom. */
  footer?: ReactNode
}

const focusable = 'button, input, summary, a[href], [tabindex="0"]:not(.fr-edge)'

type EdgeProps = {
  /** The way that leads out of the screen here. */
  direction: FocusDirection
  screen: RefObject<HTMLDivElement | null>
  onExit: (direction: FocusDirection) => void
}

/**
 * Where Tab leaves the screen: the host gets the focus, which it cannot see coming otherwise. Whoever comes in here from
 * the host goes on to the nearest control.
 */
function FocusEdge({ direction, screen, onExit }: EdgeProps): ReactElement {
  const onFocus = (event: FocusEvent) => {
    if (event.relatedTarget !== null) return onExit(direction)
    const controls = screen.current?.querySelectorAll<HTMLElement>(focusable) ?? []
    const nearest = direction === 'backward' ? controls[0] : controls[controls.length - 1]
    nearest?.focus()
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: it is only passed, never rested on.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
  return <span className="fr-edge" tabIndex={0} onFocus={onFocus} />
}

/**
 * Moves the focus to a new screen's heading, so that it is read from the top, or to its own field. While the page hides
 * the frame nothing in it can take the focus: then it moves when the page gives the focus to the frame.
 */
function useScreenFocus(
  screen: RefObject<HTMLDivElement | null>,
  screenKey: string,
  labelledBy: string,
  ownFocus: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen is what moves the focus.
  useEffect(() => {
    const start = () => {
      const target = ownFocus ? screen.current?.querySelector('input') : document.getElementById(labelledBy)
      target?.focus({ preventScroll: true })
    }
    // Whoever comes by Tab lands on an edge by himself; only a focus that rests on nothing is moved, and only then.
    const onFocus = () =>
      setTimeout(() => {
        if (document.activeElement === document.body) start()
      })
    if (!ownFocus) start()
    window.scrollTo(0, 0)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [screenKey])
}

function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onEscape])
}

/** What every screen has around it: trust strip, heading focus, Escape, and the way out for Tab. */
export function ScreenFrame(props: ScreenFrameProps): ReactElement {
  const { wallet, labelledBy, screenKey, onEscape, onFocusExit, ownFocus = false, children, footer } = props
  const screen = useRef<HTMLDivElement>(null)
  useScreenFocus(screen, screenKey, labelledBy, ownFocus)
  useEscape(onEscape)
  return (
    <div ref={screen} className="fr-screen">
      <FocusEdge direction="backward" screen={screen} onExit={onFocusExit} />
      <TrustStrip wallet={wallet} />
      <main className="fr-main" aria-labelledby={labelledBy}>
        {children}
      </main>
      {footer ? <footer className="fr-footer">{footer}</footer> : null}
      <FocusEdge direction="forward" screen={screen} onExit={onFocusExit} />
    </div>
  )
}

/**
 * The same on every screen of the wallet, wherever that is: a person who chose a picture knows it by that, and misses it
 * where a page imitates the wallet.
 */
export function TrustStrip({ wallet }: { wallet: Wallet }): ReactElement {
  return (
    <header className="fr-strip">
      {wallet.mark ?? (
        <span className="fr-strip-glyph">
          <Icon name="key" size={16} />
        </span>
      )}
      <span className="fr-strip-name">{wallet.name}</span>
      <bdi className="fr-strip-host" dir="ltr">
        {wallet.host}
      </bdi>
    </header>
  )
}
