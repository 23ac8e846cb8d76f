import { pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendFrame } from '../pretend/pretendFrame.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect', params: { email: 'ada@example.com' } }]
const connectors = [pretendEmail({ identity: {} })]

export const emailVerifyDeviceStates: ViewStates = {
  default: { below, connectors, prepare: (config) => pretendFrame(config, 'device', 380) },
  loading: { below, connectors },
}
