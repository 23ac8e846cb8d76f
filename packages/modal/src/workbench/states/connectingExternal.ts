import { findView } from '../../views/index.ts'
import { failing } from '../pretend/pretendConnectors.ts'
import { rainfallExtension } from '../pretend/sampleExtensions.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

const preload = () => findView('ConnectingExternal')?.preload()
const below = [{ name: 'Connect' }]
const ended = (code: number, data?: Record<string, unknown>): ViewState => ({
  below,
  params: { connectorId: 'rainfall' },
  connectors: [rainfallExtension({ connect: () => failing(code, data) })],
  prepare: preload,
})

export const connectingExternalStates: ViewStates = {
  default: {
    below,
    params: { connectorId: 'rainfall' },
    connectors: [rainfallExtension()],
    prepare: preload,
  },
  noPicture: {
    below,
    params: { connectorId: 'rainfall' },
    connectors: [rainfallExtension({ icon: 'data:image/png;base64,AAAA' })],
    prepare: preload,
  },
  declined: ended(4001),
  pending: ended(6011, { rpcCode: -32002 }),
  failed: ended(-32603),
  missing: { below, params: { connectorId: 'nobody' }, prepare: preload },
}
