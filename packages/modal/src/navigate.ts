import { type Config, push } from '@latchkey/core'
import type { ViewName, ViewParams } from './views/index.ts'

/**
 * Shows a view on top of the current one. Name and data are checked by the compiler against the registry.
 *
 * @example
 * navigate(config, 'Networks')
 */
export function navigate<Name extends ViewName>(
  config: Config,
  name: Name,
  ...[params]: undefined extends ViewParams<Name> ? [ViewParams<Name>?] : [ViewParams<Name>]
): void {
  push(config, params === undefined ? { name } : { name, params })
}
