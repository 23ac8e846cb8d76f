import type { Config } from '../createConfig.ts'
import type { Connector, ConnectorEvents } from '../interfaces/Connector.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { accountOf } from '../slices/accounts.ts'
import { clearLoginCache } from '../storage/storedState.ts'
import { alertOf } from './alerts.ts'
import { forget } from './disconnect.ts'
import { finishConnection } from './finishConnection.ts'
import { showAlert } from './notify.ts'
import { applyNetwork } from './switchNetwork.ts'

/** Follows what connectors tell by themselves. Returns how to stop. */
export function watchConnectors(config: Config): () => void {
  const stops = config.connectors.flatMap((connector) => {
    const events = config.eventsOf(connector.id)
    return [
      events.on('frame', (frame) =>
        config.frame.setState({
          status: frame.status,
          error: frame.error,
          ...(frame.screen ? { screen: frame.screen } : {}),
          ...(frame.height === undefined ? {} : { height: frame.height }),
        }),
      ),
      events.on('change', (change) => followChange(config, connector, change)),
      events.on('disconnect', ({ code }) => {
        for (const namespace of namespacesOf(config, connector)) forget(config, namespace)
        if (connector.type === 'AUTH') clearLoginCache(config.storage)
        if (code !== undefined) showAlert(config, alertOf('sessionExpired', code))
      }),
    ]
  })
  return () => {
    for (const stop of stops) stop()
  }
}

const namespacesOf = (config: Config, connector: Connector): ChainNamespace[] =>
  connector.namespaces.filter(
    (namespace) => accountOf(config.accounts, namespace).connectorId === connector.id,
  )

function followChange(config: Config, connector: Connector, change: ConnectorEvents['change']): void {
  if (namespacesOf(config, connector).length === 0) return
  if (change.accounts)
    finishConnection(config, connector, {
      accounts: change.accounts,
      caipNetworkId: change.caipNetworkId ?? config.networks.getState().activeId,
    })
  else if (change.caipNetworkId) applyNetwork(config, change.caipNetworkId)
}
