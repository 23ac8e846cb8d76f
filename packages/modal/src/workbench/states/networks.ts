import { failing, never, pretendEmail } from '../pretend/pretendConnectors.ts'
import { MANY_NETWORKS, PICTURED_NETWORKS, TWO_NAMESPACES } from '../pretend/sampleNetworks.ts'
import { signedIn } from '../pretend/signedIn.ts'
import { typeInto } from '../pretend/typeInto.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

const base: ViewState = {
  below: [{ name: 'Account' }],
  prepare: (config) => signedIn(config, { balance: '1', balanceSymbol: 'ETH' }),
}
const search = (query: string) => (root: ShadowRoot) =>
  whenElementExists<HTMLInputElement>(root, 'input', (input) => typeInto(input, query))
const choose = (root: ShadowRoot) => whenElementExists(root, '.lk-row:nth-child(2)', (row) => row.click())

export const networksStates: ViewStates = {
  default: base,
  pictures: { ...base, networks: PICTURED_NETWORKS },
  many: { ...base, networks: MANY_NETWORKS },
  found: { ...base, networks: MANY_NETWORKS, play: search('sep') },
  empty: { ...base, networks: MANY_NETWORKS, play: search('Atlantis') },
  switching: { ...base, connectors: [pretendEmail({ switchNetwork: () => never() })], play: choose },
  failed: { ...base, connectors: [pretendEmail({ switchNetwork: () => failing(5014) })], play: choose },
  // Without a view to go back to, the failure is shown in place.
  failedAlone: {
    ...base,
    below: [],
    connectors: [pretendEmail({ switchNetwork: () => failing(5014) })],
    play: choose,
  },
  otherNamespace: { ...base, networks: TWO_NAMESPACES },
  onTestnet: {
    ...base,
    prepare: (config) => {
      config.networks.setState({ activeId: 'eip155:84532' })
      signedIn(config)
    },
  },
  unsupported: {
    ...base,
    prepare: (config) => {
      config.networks.setState({ activeId: 'eip155:999999' })
      signedIn(config)
    },
  },
  readOnly: {
    ...base,
    prepare: (config) => {
      config.enableNetworkSwitch = false
      signedIn(config)
    },
  },
}
