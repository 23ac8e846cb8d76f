import { parseCaipNetworkId } from '../caip/parseCaip.ts'
import type { Config } from '../createConfig.ts'
import type { Connector, ConnectorEvents } from '../interfaces/Connector.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { accountOf } from '../slices/accounts.ts'
import { clearLoginCache } from '../storage/storedState.ts'
import { forget } from './disconnect.ts'
import { finishConnection } from './finishConnection.ts'
import { raiseAlert } from './raiseAlert.ts'
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
        if (code !== undefined) void raiseAlert(config, 'sessionExpired', code)
      }),
      events.on('alert', ({ kind, code }) => void raiseAlert(config, kind, code)),
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
  const namespaces = namespacesOf(config, connector)
  if (namespaces.length === 0) return
  // EIP-1193: an empty list means that no account is available to the page any more.
  if (change.accounts?.length === 0) for (const namespace of namespaces) forget(config, namespace)
  else if (change.accounts) {
    const caipNetworkId = change.caipNetworkId ?? config.networks.getState().activeId
    const known = accountOf(config.accounts, parseCaipNetworkId(caipNetworkId).namespace)
    finishConnection(config, connector, {
      accounts: change.accounts,
      caipNetworkId,
      ...(known.user ? { user: known.user } : {}),
      ...(known.preferredAccountType ? { preferredAccountType: known.preferredAccountType } : {}),
      ...(known.smartAccountDeployed === undefined
        ? {}
        : { smartAccountDeployed: known.smartAccountDeployed }),
    })
  } else if (change.caipNetworkId) applyNetwork(config, change.caipNetworkId)
}
