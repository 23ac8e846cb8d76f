import { type ChainNamespace, type Connector, ConnectorNotFoundError, type Network } from '@latchkey/core'
import { isAmbiguous, isInstalled } from '@latchkey/core/wallets'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Chip, Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { ExtensionAttempt } from '../../attempts/ConnectAttempt.tsx'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { navigate } from '../../router/navigate.ts'

const NOT_FOUND = new ConnectorNotFoundError()

type ConnectingExternalProps = { params: { connectorId: string; namespace?: ChainNamespace } }

/** One wallet of this browser is asked. */
export function ConnectingExternalView({ params }: ConnectingExternalProps): ReactElement {
  const { connectors } = useSlice(useConfig().connectors)
  const connector = connectors.find(({ id }) => id === params.connectorId)
  if (!connector) return <ErrorCard error={NOT_FOUND} />
  return (
    <>
      <ConnectingStyles />
      <ExtensionAttempt connector={connector} namespace={params.namespace} />
    </>
  )
}

/** `rdns` of the wallet, or the id of a connector that serves several namespaces by itself. */
type ConnectingMultiChainProps = { params: { rdns: string } }

/** A wallet serves several kinds of networks: which is to be connected? */
export function ConnectingMultiChainView({ params }: ConnectingMultiChainProps): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { networks } = useSlice(config.networks)
  const say = useSay()
  const choices = namespaceChoices(connectors, networks, params.rdns)
  const [first] = choices
  if (!first) return <ErrorCard error={NOT_FOUND} />
  const { name, icon } = first.connector
  return (
    <>
      <ConnectingStyles />
      <ConnectingHero
        name={name}
        icon={icon}
        waiting={false}
        title={say('connecting.choose', { name })}
        help={say('connecting.chooseHelp')}
      />
      <div className="lk-stack">
        {choices.map((choice) => (
          <ChoiceRow key={choice.namespace} choice={choice} />
        ))}
      </div>
    </>
  )
}

function ChoiceRow({ choice }: { choice: NamespaceChoice }): ReactElement {
  const { namespace, connector, network } = choice
  const config = useConfig()
  const { byNamespace } = useSlice(config.accounts)
  const say = useSay()
  const account = byNamespace[namespace]
  const isConnected = account?.status === 'connected' && account.connectorId === connector.id
  return (
    <Row
      icon={<NetworkIcon network={network} />}
      label={say(`networks.${namespace}`)}
      trailing={isConnected ? <Chip>{say('connecting.connected')}</Chip> : undefined}
      chevron
      onClick={() => navigate(config, 'ConnectingExternal', { connectorId: connector.id, namespace })}
    />
  )
}

type NamespaceChoice = { namespace: ChainNamespace; connector: Connector; network: Network }

/**
 * The namespaces that one wallet and the page both serve, in the page's order. None when two wallets claim the same rdns and
 * the same namespace: nobody can tell which is meant.
 */
export function namespaceChoices(
  connectors: readonly Connector[],
  networks: readonly Network[],
  rdns: string,
): NamespaceChoice[] {
  const same = connectors.filter(
    (connector) => isInstalled(connector) && (connector.rdns === rdns || connector.id === rdns),
  )
  if (isAmbiguous(same)) return []
  return [...new Set(networks.map(({ chainNamespace }) => chainNamespace))].flatMap((namespace) => {
    const connector = same.find(({ namespaces }) => namespaces.includes(namespace))
    const network = networks.find(({ chainNamespace }) => chainNamespace === namespace)
    return connector && network ? [{ namespace, connector, network }] : []
  })
}
