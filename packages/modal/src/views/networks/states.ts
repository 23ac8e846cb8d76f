import { failing, never, pretendEmail } from '../../states/pretendConnectors.ts'
import { MANY_NETWORKS } from '../../states/sampleNetworks.ts'
import { signedIn } from '../../states/signedIn.ts'
import { typeInto } from '../../states/typeInto.ts'
import type { ViewState, ViewStates } from '../../states/ViewState.ts'

const base: ViewState = {
  below: [{ name: 'Account' }],
  prepare: (config) => signedIn(config, { balance: '1', balanceSymbol: 'ETH' }),
}
const search = (query: string) => (root: ShadowRoot) => typeInto(root.querySelector('input'), query)
const choose = (root: ShadowRoot) => root.querySelectorAll<HTMLElement>('.lk-row')[1]?.click()

export const networksStates: ViewStates = {
  default: base,
  many: { ...base, networks: MANY_NETWORKS },
  found: { ...base, networks: MANY_NETWORKS, play: search('sep') },
  empty: { ...base, networks: MANY_NETWORKS, play: search('Atlantis') },
  switching: { ...base, connectors: [pretendEmail({ switchNetwork: () => never() })], play: choose },
  failed: { ...base, connectors: [pretendEmail({ switchNetwork: () => failing(5014) })], play: choose },
}
