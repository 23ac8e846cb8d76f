import { ConnectorNotFoundError } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import type { ReactElement } from 'react'
import { ConnectingStyles } from '../../parts/ConnectingStyles.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { ExtensionAttempt } from '../../parts/ExtensionAttempt.tsx'
import type { ConnectingExternalParams } from './view.ts'

const NOT_FOUND = new ConnectorNotFoundError()

/** One wallet of this browser is asked. */
export function ConnectingExternalView({ params }: { params: ConnectingExternalParams }): ReactElement {
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
