import { type Config, push, replace } from '@latchkey/core'
import type { ViewName, ViewParams } from './views/index.ts'

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
