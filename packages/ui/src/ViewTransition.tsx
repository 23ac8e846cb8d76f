import {
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export type ViewTransitionProps = {
  /** Identity of the view; a new one starts the transition. */
  viewKey: string
  /** `next` for deeper, `prev` for back. */
  direction: 'next' | 'prev'
  children: ReactNode
}

type Seen = { viewKey: string; children: ReactNode }
type Leaving = Seen & { picture: readonly Node[] }

/** A little more than the animation, for browsers and tabs where it never ends. */
const outlast = 200

/**
 * What a view shows now, to be drawn while the view itself goes on unseen. Ids and names stay with the view: labels and
 * radio groups have to find it alone.
 */
function pictureOf(view: HTMLElement | null): readonly Node[] {
  const copy = view?.cloneNode(true) as HTMLElement | undefined
  for (const element of copy?.querySelectorAll('[id], [name]') ?? []) {
    element.removeAttribute('id')
    element.removeAttribute('name')
  }
  return [...(copy?.childNodes ?? [])]
}

/**
 * Moves from view to view: the old one slides 8 px away and fades, the new one comes from the other side, and the height
 * follows, each in 150 ms. With reduced motion only the opacity changes. What leaves is a picture of the old view as it was
 * last seen: whatever happens to that view meanwhile is not shown. The view itself lives on until then, for it may be
 * wanted again.
 * @example <ViewTransition viewKey={view.name} direction={direction}>{view.element}</ViewTransition>
 */
export function ViewTransition({ viewKey, direction, children }: ViewTransitionProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLDivElement>(null)
  const seen = useRef<Seen>({ viewKey, children })
  const [move, setMove] = useState<{ to: string; leaving?: Leaving }>({ to: viewKey })
  if (move.to !== viewKey)
    setMove({ to: viewKey, leaving: { ...seen.current, picture: pictureOf(current.current) } })
  const { leaving } = move

  useLayoutEffect(() => {
    seen.current = { viewKey, children }
  })
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setMove({ to: viewKey }), outlast)
    return () => clearTimeout(timer)
  }, [leaving, viewKey])
  const follow = useCallback(() => {
    const element = current.current
    const height = element?.offsetHeight ?? 0
    // What stands in for a view that is on its way says nothing of its height: the card must not fall and rise again.
    const isStandIn = element?.firstElementChild?.getAttribute('aria-busy') === 'true'
    if (isStandIn && height < (frame.current?.offsetHeight ?? 0)) return
    // Nothing while the dialog is closed: it would open from a height of zero.
    if (height > 0 && frame.current) frame.current.style.blockSize = `${height}px`
  }, [])
  // A view that was drawn while the dialog was closed has a height once it is open: before it is seen.
  useLayoutEffect(follow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view is an element of its own.
  useLayoutEffect(() => {
    if (!current.current) return
    const observer = new ResizeObserver(follow)
    observer.observe(current.current)
    return () => observer.disconnect()
  }, [viewKey])

  return (
    <div
      className="lk-views"
      ref={frame}
      data-direction={direction}
      data-state={leaving ? 'moving' : 'still'}
    >
      {leaving ? (
        <div key={leaving.viewKey} hidden>
          {leaving.children}
        </div>
      ) : null}
      {leaving ? <Picture key={`${leaving.viewKey} picture`} nodes={leaving.picture} /> : null}
      <div key={viewKey} className={leaving ? 'lk-view lk-view-in' : 'lk-view'} ref={current}>
        {children}
      </div>
    </div>
  )
}

function Picture({ nodes }: { nodes: readonly Node[] }): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    ref.current?.replaceChildren(...nodes)
    // By property: React 18 does not know the attribute.
    if (ref.current) ref.current.inert = true
  }, [nodes])
  return <div className="lk-view lk-view-out" aria-hidden="true" ref={ref} />
}
