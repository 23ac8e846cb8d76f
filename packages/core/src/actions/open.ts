import type { Config } from '../createConfig.ts'
import { isMobile } from '../platform/isMobile.ts'
import { type RouterEntry, restarted } from '../slices/router.ts'
import { activeAccount } from './activeConnection.ts'
import { unschedule } from './schedule.ts'

/** Opens the modal: at the asked view, else at the one that fits (spec 2). */
export function open(config: Config, options: { view?: RouterEntry } = {}): void {
  unschedule(config, 'closeCleanup')
  const view = options.view ?? { name: homeView(config) }
  config.router.setState((state) => restarted(state, view), true)
  config.modal.setState({ open: true })
}

/**
 * Account with an address, else Connect. Pages without adapters, in basic mode, or with a WalletConnect session of their
 * own have nothing but pairing to offer.
 */
export function homeView(config: Config): string {
  if (activeAccount(config).address) return 'Account'
  const { basic, manualWCControl } = config.options
  if (!basic && !manualWCControl && Object.keys(config.adapters).length > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}
