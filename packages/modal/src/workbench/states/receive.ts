import { onBitcoin } from '../pretend/pretendBitcoin.ts'
import { ETHEREUM, MANY_NETWORKS } from '../pretend/sampleNetworks.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Account' }]

export const receiveStates: ViewStates = {
  default: { below, prepare: (config) => signedIn(config) },
  named: { below, prepare: (config) => signedIn(config, { profileName: 'ada.eth' }) },
  oneNetwork: { below, networks: [ETHEREUM], prepare: (config) => signedIn(config) },
  many: { below, networks: MANY_NETWORKS, prepare: (config) => signedIn(config) },
  smartAccount: {
    below,
    prepare: (config) => signedIn(config, { preferredAccountType: 'smartAccount' }),
  },
  bitcoin: { below, ...onBitcoin('payment') },
  ordinal: { below, ...onBitcoin('ordinal') },
}
