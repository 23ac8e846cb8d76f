import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

const base: ViewState = {
  prepare: (config) => {
    config.networks.setState({ activeId: 'eip155:999999' })
    signedIn(config)
  },
}

export const unsupportedChainStates: ViewStates = {
  default: base,
  failed: {
    ...base,
    connectors: [pretendEmail({ switchNetwork: () => failing(5014) })],
    play: (root) => whenElementExists(root, '.lk-row', (row) => row.click()),
  },
}
