import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendFrame } from '../pretend/pretendFrame.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect' }]
const connectors = [pretendEmail({ identity: {} })]

export const recoverWalletStates: ViewStates = {
  default: { below, connectors, prepare: (config) => pretendFrame(config, 'recovery', 430) },
  loading: { below, connectors },
  held: { below, connectors: [pretendEmail({ identity: { promptRecovery: () => failing(4141) } })] },
}
