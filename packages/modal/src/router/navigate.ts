import {
  type ChainNamespace,
  type Config,
  isNamespace,
  push,
  type RouterState,
  replace,
} from '@latchkey/core'
import type { Cell } from '@latchkey/core/wallets'
import { createContext, useContext, useSyncExternalStore } from 'react'

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

/**
 * What the views are drawn for. Closed, it is what was shown last, so that nothing changes while the modal fades.
 */
export type Shown = {
  router: RouterState
  open: boolean
  /** Each opening has its own: opened again, every view starts anew. */
  session: number
}

export const ShownContext = createContext<Cell<Shown>>(undefined as never)

/** The modal is on the screen. A closing view is still drawn while it fades, and must stop its work. */
export function useOpen(): boolean {
  const shown = useContext(ShownContext)
  const isOpen = () => shown.getState().open
  return useSyncExternalStore(shown.subscribe, isOpen, isOpen)
}

/** Longer than any id or address that a view takes. */
const LONGEST = 2_048

/** A member of what a page passed to a view: nothing but a text of its own. */
export function textParam(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'string' && member !== '' && member.length <= LONGEST ? member : undefined
}

/** A member that is a whole number. */
export function numberParam(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'number' && Number.isSafeInteger(member) ? member : undefined
}

export function namespaceParam(value: unknown, name: string): ChainNamespace | undefined {
  const text = textParam(value, name)
  return isNamespace(text) ? text : undefined
}
