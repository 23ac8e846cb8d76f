import { goBack, type Network, push, showToast } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { isDeclined } from '../../parts/isDeclined.ts'
import { type NetworkSwitch, useNetworkSwitch } from '../../parts/useNetworkSwitch.ts'
import { needsWallet } from './needsWallet.ts'

/**
 * Choosing a network goes back when it has worked, and when it has not (spec 2): then a toast says so. Where there is no
 * view to go back to, the failure is shown in place.
 */
export function useNetworkChoice(): NetworkSwitch {
  const config = useConfig()
  const say = useSay()
  const isShown = (network: Network) => {
    const { byNamespace } = config.accounts.getState()
    if (needsWallet(network, byNamespace)) push(config, { name: 'Connect' })
    else goBack(config)
  }
  return useNetworkSwitch(isShown, (network, error) => {
    if (config.router.getState().stack.length < 2) return false
    goBack(config)
    const key = isDeclined(error) ? 'networks.declined' : 'networks.failed'
    showToast(config, { kind: 'error', message: say(key, { name: network.name }) })
    return true
  })
}
