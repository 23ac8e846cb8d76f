import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendFrame } from '../pretend/pretendFrame.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect' }]
const ended = (code: number): ViewState => ({
  below,
  connectors: [pretendEmail({ identity: { connectPasskey: () => failing(code) } })],
})

export const connectingPasskeyStates: ViewStates = {
  default: { below, connectors: [pretendEmail({ identity: {} })] },
  screen: {
    below,
    connectors: [pretendEmail({ identity: {} })],
    prepare: (config) => pretendFrame(config, 'recovery', 320),
  },
  notUsed: ended(2025),
  unavailable: ended(2024),
  refused: ended(4309),
}
