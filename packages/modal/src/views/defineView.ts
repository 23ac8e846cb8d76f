import { createElement, type ReactElement } from 'react'
import type { Sayable } from '../locales/LocaleContext.tsx'
import { lazyComponent, type ViewComponent } from '../parts/lazyComponent.tsx'

/** One screen of the modal, as the registry holds it. */
export type View<Name extends string = string, Params = unknown> = {
  name: Name
  title: Sayable
  /** The embedded wallet's frame draws the content. */
  frame: boolean
  /** It may be left by Back, and by Escape when it is not the first. Else only closing leaves it. */
  back: boolean
  /** What one agrees to by connecting stands with it: always, or where it is the first view that a visitor sees. */
  legal: boolean | 'first'
  render(params: unknown): ReactElement
  /** Begins to load its code, as when the pointer nears what leads there. Never rejects. */
  preload(): void
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
  legal?: boolean | 'first'
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
  const { parse, frame = false, back = true, legal = false, name, title } = definition
  const component: ViewComponent<Params> & { preload?(): void } =
    'load' in definition ? lazyComponent(definition.load) : definition.component
  return {
    name,
    title,
    frame,
    back,
    legal,
    render: (value) => createElement(component, { params: (parse ? parse(value) : undefined) as Params }),
    preload: () => component.preload?.(),
  }
}
