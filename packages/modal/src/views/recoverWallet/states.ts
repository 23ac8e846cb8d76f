import { failing, pretendEmail } from '../../states/pretendConnectors.ts'
import { pretendFrame } from '../../states/pretendFrame.ts'
import type { ViewStates } from '../../states/ViewState.ts'

const below = [{ name: 'Connect' }]
const connectors = [pretendEmail({ identity: {} })]

export const recoverWalletStates: ViewStates = {
  default: { below, connectors, prepare: (config) => pretendFrame(config, 'recovery', 430) },
  loading: { below, connectors },
  held: { below, connectors: [pretendEmail({ identity: { promptRecovery: () => failing(4141) } })] },
}
