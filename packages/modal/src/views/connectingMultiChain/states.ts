import { compassExtensions } from '../../states/sampleExtensions.ts'
import { TWO_NAMESPACES } from '../../states/sampleNetworks.ts'
import { signedIn } from '../../states/signedIn.ts'
import type { ViewStates } from '../../states/ViewState.ts'

const base = {
  below: [{ name: 'Connect' }],
  params: { rdns: 'org.example.wallet3' },
  connectors: compassExtensions,
  networks: TWO_NAMESPACES,
}

export const connectingMultiChainStates: ViewStates = {
  default: base,
  oneConnected: { ...base, prepare: (config) => signedIn(config, { connectorId: 'compass-evm' }) },
  missing: { ...base, params: { rdns: 'org.example.nobody' } },
}
