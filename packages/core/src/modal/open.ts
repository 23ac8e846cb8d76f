import { activeAccount } from '../account/activeConnection.ts'
import type { Config, RouterEntry } from '../interfaces/Config.ts'
import { isMobile } from '../walletLinks/isMobile.ts'
import { abortPendingRequests } from './abortPendingRequests.ts'
import { shake } from './notify.ts'
import { restarted } from './router.ts'
import { schedule, unschedule } from './schedule.ts'

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

/** Time the closing dialog keeps its view, so that it does not change while it fades (spec 9, back cleanup). */
const CLEANUP_DELAY = 100

/** Closes the modal: clears loading and the pairing uri, and declines what still waits for an answer. */
export function close(config: Config): void {
  if (!config.embedded && !config.modal.getState().open) return
  if (config.runtime.holdsOpen?.()) {
    shake(config)
    return
  }
  config.modal.setState({
    loading: false,
    loadingByNamespace: {},
    pairingUri: undefined,
    pairingExpiresAt: undefined,
    ...(config.embedded ? {} : { open: false }),
  })
  abortPendingRequests(config)
  if (config.embedded) goHome(config)
  else
    schedule(config, 'closeCleanup', CLEANUP_DELAY, () => {
      if (!config.modal.getState().open) goHome(config)
    })
}

/** Shows the view that fits, and nothing behind it. */
export function goHome(config: Config): void {
  const home = { name: homeView(config) }
  config.router.setState((state) => ({ ...restarted(state, home), transactions: [] }), true)
}
