import type { Config } from '@latchkey/core'
import { LatchkeyProvider as Provider } from '@latchkey/react'
import { createElement, type ReactElement, type ReactNode } from 'react'

/**
 * Gives the hooks below it their config.
 *
 * @example
 * <LatchkeyProvider config={latchkey.config}><App /></LatchkeyProvider>
 */
export function LatchkeyProvider(props: { config: Config; children?: ReactNode }): ReactElement {
  // The service is told what the page is made with; the modal itself is made with React on every page.
  props.config.runtime.sdkType = 'react'
  return createElement(Provider, props)
}
