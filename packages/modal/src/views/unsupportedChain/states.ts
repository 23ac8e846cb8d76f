import { failing, pretendEmail } from '../../states/pretendConnectors.ts'
import { signedIn } from '../../states/signedIn.ts'
import type { ViewState, ViewStates } from '../../states/ViewState.ts'
import { whenThere } from '../../states/whenThere.ts'

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
    play: (root) => whenThere(root, '.lk-row', (row) => row.click()),
  },
}
