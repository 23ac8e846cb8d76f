import { activeAccount } from '../account/activeConnection.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CaipNetworkId } from '../interfaces/Network.ts'
import { isShown } from '../modal/navigate.ts'
import { close, open } from '../modal/open.ts'
import { findNetwork } from '../network/networks.ts'

/** The view that offers networks which the page lists. */
export const UNSUPPORTED_VIEW = 'UnsupportedChain'

/** Whether the page works with a network: it lists it, or takes any (spec 4). */
export const isSupported = (config: Config, caipNetworkId: string): boolean =>
  config.allowUnsupportedChain || findNetwork(config.networks.getState(), caipNetworkId) !== undefined

/**
 * A wallet has switched to a network outside the list: UnsupportedChain opens, unless switching is disabled, unsupported
 * networks are allowed, or WalletConnect runs in basic mode (spec 4). It closes when the wallet is on a listed one again.
 */
export function followUnsupported(config: Config, caipNetworkId: CaipNetworkId): void {
  const isOffered = isShown(config, UNSUPPORTED_VIEW)
  if (isSupported(config, caipNetworkId)) {
    if (isOffered) close(config)
    return
  }
  const isActive = config.networks.getState().activeId === caipNetworkId
  const mayOpen = config.enableNetworkSwitch && !config.options.basic
  if (!isOffered && mayOpen && isActive && activeAccount(config).status === 'connected')
    open(config, { view: { name: UNSUPPORTED_VIEW } })
}
