import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendFrame } from '../pretend/pretendFrame.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect', params: { email: 'ada@example.com' } }]

export const emailVerifyOtpStates: ViewStates = {
  default: { below, prepare: (config) => pretendFrame(config, 'code', 430) },
  loading: { below },
  unreachable: { below, connectors: [pretendEmail({ promptCode: () => failing(6002) })] },
  timedOut: { below, connectors: [pretendEmail({ promptCode: () => failing(6005) })] },
  noCode: { below, connectors: [pretendEmail({ promptCode: () => failing(2010) })] },
}
