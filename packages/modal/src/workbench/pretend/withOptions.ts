import type { Config, ConnectOptions } from '@latchkey/core'

/** Sets what a page decides about connecting. */
export function withOptions(config: Config, options: ConnectOptions): void {
  config.options = { ...config.options, ...options }
}
