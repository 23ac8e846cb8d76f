import { pretendEmail } from '../../states/pretendConnectors.ts'
import { pretendFrame } from '../../states/pretendFrame.ts'
import type { ViewStates } from '../../states/ViewState.ts'

const below = [{ name: 'Connect', params: { email: 'ada@example.com' } }]
const connectors = [pretendEmail({ identity: {} })]

export const emailVerifyDeviceStates: ViewStates = {
  default: { below, connectors, prepare: (config) => pretendFrame(config, 'device', 380) },
  loading: { below, connectors },
}
