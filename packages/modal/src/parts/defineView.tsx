import { loading } from '@latchkey/core'
import { type Lazy, lazy } from '@latchkey/std/lazy'
import { Skeleton } from '@latchkey/ui'
import { createElement, type ReactElement, useCallback, useEffect, useState } from 'react'
import { type Sayable, useSay } from '../locales/LocaleContext.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import type { Legal } from './LegalGate.tsx'

/** A view is a component of what it takes. */
export type ViewComponent<Params> = (props: { params: Params }) => ReactElement

type LazyComponent<Params> = ViewComponent<Params> & {
  /** Begins to load, as when the pointer nears what leads there. Never rejects. */
  preload(): Promise<void>
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
  const code = lazy(() => loading(load()))
  return Object.assign(
    (props: { params: Params }) => createElement(LazyView<Params>, { code, shape, ...props }),
    {
      preload: () =>
        code().then(
          () => undefined,
          () => undefined,
        ),
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

/** What a page or its operator may turn off. */
export type ViewFeature = 'email' | 'socials' | 'receive' | 'send' | 'swaps' | 'onramp' | 'pay'

/** One screen of the modal, as the registry holds it. */
export type View<Name extends string = string, Params = unknown> = {
  name: Name
  title: Sayable
  /** The embedded wallet's frame draws the content. */
  frame: boolean
  /** It may be left by Back, and by Escape when it is not the first. Else only closing leaves it. */
  back: boolean
  legal: Legal
  /** It is about the account, and says nothing once that is gone. */
  account: boolean
  /** Turned off by a page, the view cannot be opened. */
  feature: ViewFeature | undefined
  render(params: unknown): ReactElement
  /** Begins to load its code, as when the pointer nears what leads there. Never rejects. */
  preload(): Promise<void> | undefined
  /** A type alone: what `navigate` asks for. */
  readonly Params?: Params
}

export type ViewDefinition<Name extends string, Params> = {
  name: Name
  /** Message for the header and the dialog's name. */
  title: Sayable
  /** Checks what a caller passed: a page may open any view with any data. Without it the view takes no data. */
  parse?: (value: unknown) => Params
  frame?: boolean
  back?: boolean
  legal?: Legal
  account?: boolean
  feature?: ViewFeature
} & (
  | {
      /** Loads the view's code when it is first shown. Views of one file are one chunk. */
      load: () => Promise<ViewComponent<Params>>
    }
  | { component: ViewComponent<Params> }
)

/**
 * Describes a view for the registry.
 *
 * @example
 * defineView({
 *   name: 'Networks',
 *   title: 'networks.title',
 *   load: () => import('./networks/NetworkViews.tsx').then((module) => module.NetworksView),
 * })
 */
export function defineView<const Name extends string, Params = undefined>(
  definition: ViewDefinition<Name, Params>,
): View<Name, Params> {
  const {
    parse,
    frame = false,
    back = true,
    legal = false,
    account = false,
    feature,
    name,
    title,
  } = definition
  const component: ViewComponent<Params> & { preload?(): Promise<void> } =
    'load' in definition ? lazyComponent(definition.load) : definition.component
  return {
    name,
    title,
    frame,
    back,
    legal,
    account,
    feature,
    render: (value) => createElement(component, { params: (parse ? parse(value) : undefined) as Params }),
    preload: () => component.preload?.(),
  }
}
