import type { ChainNamespace } from '@latchkey/core'
import { defineView } from '../../defineView.ts'
import { namespaceParam, textParam } from '../../parts/viewParams.ts'
import { ConnectingExternal } from './ConnectingExternal.ts'

export type ConnectingExternalParams = { connectorId: string; namespace?: ChainNamespace }

export const connectingExternalView = defineView({
  name: 'ConnectingExternal',
  title: 'connecting.title',
  component: ConnectingExternal,
  parse: (value): ConnectingExternalParams => {
    const namespace = namespaceParam(value, 'namespace')
    return { connectorId: textParam(value, 'connectorId') ?? '', ...(namespace ? { namespace } : {}) }
  },
})
