import { type Lazy, lazy } from '@latchkey/std/lazy'
import { Skeleton } from '@latchkey/ui'
import { createElement, type ReactElement, useCallback, useEffect, useState } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { ErrorCard } from './ErrorCard.tsx'

/** A view is a component of what it takes. */
export type ViewComponent<Params> = (props: { params: Params }) => ReactElement

type LazyComponent<Params> = ViewComponent<Params> & {
  /** Begins to load, as when the pointer nears what leads there. Never rejects. */
  preload(): void
}

/**
 * A view whose code is loaded when it is first shown. While it loads, skeletons stand in; when it cannot be loaded, the
 * view says so and tries again on request.
 *
 * @param shape what stands in; default: rows
 *
 * @example
 * const AllWallets = lazyComponent(() => import('./AllWalletsView.tsx').then((module) => module.AllWalletsView))
 */
export function lazyComponent<Params>(
  load: () => Promise<ViewComponent<Params>>,
  shape: () => ReactElement = Rows,
): LazyComponent<Params> {
  const code = lazy(load)
  return Object.assign(
    (props: { params: Params }) => createElement(LazyView<Params>, { code, shape, ...props }),
    {
      preload: () => void code().catch(() => undefined),
    },
  )
}

type LazyViewProps<Params> = { code: Lazy<ViewComponent<Params>>; params: Params; shape: () => ReactElement }

function LazyView<Params>({ code, params, shape }: LazyViewProps<Params>): ReactElement {
  const [shown, setShown] = useState<{ component?: ViewComponent<Params> | undefined; error?: unknown }>({
    component: code.peek(),
  })
  const begin = useCallback(() => {
    let stopped = false
    code().then(
      (component) => !stopped && setShown({ component }),
      (error: unknown) => !stopped && setShown({ error }),
    )
    return () => {
      stopped = true
    }
  }, [code])
  useEffect(() => (shown.component ? undefined : begin()), [shown.component, begin])
  if (shown.component) return <shown.component params={params} />
  if (shown.error === undefined) return createElement(shape)
  return <Failed error={shown.error} onRetry={begin} />
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const say = useSay()
  return <ErrorCard error={error} action={{ label: say('shell.tryAgain'), onClick: onRetry }} />
}

const Rows = (): ReactElement => (
  <div className="lk-stack" aria-busy="true">
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </div>
)
