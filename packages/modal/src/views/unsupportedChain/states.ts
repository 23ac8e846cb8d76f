import { signedIn } from '../../states/signedIn.ts'
import type { ViewStates } from '../../states/ViewState.ts'

export const unsupportedChainStates: ViewStates = {
  default: {
    prepare: (config) => {
      config.networks.setState({ activeId: 'eip155:999999' })
      signedIn(config)
    },
  },
}
