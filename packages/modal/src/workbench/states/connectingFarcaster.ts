import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendFrame } from '../pretend/pretendFrame.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect' }]
const connectors = [pretendEmail({ identity: {} })]

export const connectingFarcasterStates: ViewStates = {
  default: { below, connectors, prepare: (config) => pretendFrame(config, 'farcaster', 535) },
  loading: { below, connectors },
  failed: { below, connectors: [pretendEmail({ identity: { farcasterUrl: () => failing(4122) } })] },
  expired: { below, connectors: [pretendEmail({ identity: { farcasterUrl: () => failing(4123) } })] },
}
