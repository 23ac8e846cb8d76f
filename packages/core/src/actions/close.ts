import type { Config } from '../createConfig.ts'
import { restarted } from '../slices/router.ts'
import { abortPendingRequests } from './abortPendingRequests.ts'
import { shake } from './notify.ts'
import { homeView } from './open.ts'
import { schedule } from './schedule.ts'

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

function goHome(config: Config): void {
  const home = { name: homeView(config) }
  config.router.setState((state) => ({ ...restarted(state, home), transactions: [] }), true)
}
