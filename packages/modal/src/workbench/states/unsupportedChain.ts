import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenThere } from '../pretend/whenThere.ts'

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
