import { compassExtensions } from '../pretend/sampleExtensions.ts'
import { TWO_NAMESPACES } from '../pretend/sampleNetworks.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

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
