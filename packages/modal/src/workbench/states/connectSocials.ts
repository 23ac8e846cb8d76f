import { pretendEmail } from '../pretend/pretendConnectors.ts'
import type { ViewStates } from '../pretend/ViewState.ts'
import { withOptions } from '../pretend/withOptions.ts'
import { withSocials } from '../pretend/withSocials.ts'

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
