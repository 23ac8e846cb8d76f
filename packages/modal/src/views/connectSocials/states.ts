import { pretendEmail } from '../../states/pretendConnectors.ts'
import type { ViewStates } from '../../states/ViewState.ts'
import { withOptions } from '../../states/withOptions.ts'
import { withSocials } from '../../states/withSocials.ts'

const below = [{ name: 'Connect' }]
const connectors = [pretendEmail({ identity: {} })]

export const connectSocialsStates: ViewStates = {
  default: { below, connectors, prepare: withSocials },
  legal: {
    below,
    connectors,
    prepare: (config) => {
      withSocials(config)
      withOptions(config, { legalCheckbox: true, termsConditionsUrl: 'https://example.net/terms' })
    },
  },
  none: { below },
}
