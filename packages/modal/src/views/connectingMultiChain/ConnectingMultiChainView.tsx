import { ConnectorNotFoundError } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Chip, Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { navigate } from '../../navigate.ts'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { ConnectingStyles } from '../../parts/ConnectingStyles.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { NetworkIcon } from '../../parts/NetworkIcon.tsx'
import { type NamespaceChoice, namespaceChoices } from './namespaceChoices.ts'
import type { ConnectingMultiChainParams } from './view.ts'

const NOT_FOUND = new ConnectorNotFoundError()

/** A wallet serves several kinds of networks: which is to be connected? */
export function ConnectingMultiChainView({ params }: { params: ConnectingMultiChainParams }): ReactElement {
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
