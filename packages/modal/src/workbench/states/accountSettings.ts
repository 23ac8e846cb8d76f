import { pretendEmail } from '../pretend/pretendConnectors.ts'
import { ETHEREUM } from '../pretend/sampleNetworks.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'
import { smartWallet } from './accountType.ts'

const below = [{ name: 'Account' }]
const connectors = [pretendEmail({ identity: {} })]

export const accountSettingsStates: ViewStates = {
  default: { below, connectors, prepare: (config) => signedIn(config) },
  social: {
    below,
    connectors,
    prepare: (config) => signedIn(config, { socialProvider: 'github', user: { username: 'ada' } }),
  },
  socialWithoutName: {
    below,
    connectors,
    prepare: (config) => signedIn(config, { socialProvider: 'apple', user: { email: 'a•••@example.com' } }),
  },
  smartAccount: { ...smartWallet, below },
  nameless: {
    below,
    connectors,
    networks: [ETHEREUM],
    prepare: (config) => signedIn(config, { user: {} }),
  },
}
