import { type Config, push, replace } from '@latchkey/core'
import { createContext, useContext } from 'react'

/** Every view with what it takes. The registry adds them: what it shows can name a view without importing it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the registry.
export interface RegisteredViews {}

export type ViewName = keyof RegisteredViews
/** What a view takes. */
export type ViewParams<Name extends ViewName> = RegisteredViews[Name]

type Passed<Name extends ViewName> =
  undefined extends ViewParams<Name> ? [ViewParams<Name>?] : [ViewParams<Name>]

/**
 * Shows a view on top of the current one. Name and data are checked by the compiler against the registry.
 *
 * @example
 * navigate(config, 'Networks')
 */
export function navigate<Name extends ViewName>(config: Config, name: Name, ...[params]: Passed<Name>): void {
  push(config, params === undefined ? { name } : { name, params })
}

/** Shows a view in place of the current one. */
export function replaceView<Name extends ViewName>(
  config: Config,
  name: Name,
  ...[params]: Passed<Name>
): void {
  replace(config, params === undefined ? { name } : { name, params })
}

export const PreloadContext = createContext<(name: string) => void>(() => undefined)

/** A function that begins to load a view's code, as when the pointer nears what leads there. */
export const usePreload = (): ((name: string) => void) => useContext(PreloadContext)
