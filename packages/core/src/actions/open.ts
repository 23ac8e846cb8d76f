import type { Config } from '../createConfig.ts'
import { type RouterEntry, restarted } from '../slices/router.ts'
import { activeAccount } from './activeConnection.ts'
import { unschedule } from './schedule.ts'

/** Opens the modal: at the asked view, else at Account when an address is connected, else at Connect (spec 2). */
export function open(config: Config, options: { view?: RouterEntry } = {}): void {
  unschedule(config, 'closeCleanup')
  const view =
    options.view ?? ({ name: activeAccount(config).address ? 'Account' : 'Connect' } satisfies RouterEntry)
  config.router.setState((state) => restarted(state, view), true)
  config.modal.setState({ open: true })
}
