/** What only a page with a connection needs, as an entry of its own: a page where nobody has connected does not load it. */
export { disconnect } from './actions/disconnect.ts'
export { addNetwork, removeNetwork } from './actions/editNetworks.ts'
export { fetchBalance } from './actions/fetchBalance.ts'
export { reconnect } from './actions/reconnect.ts'
export { setPreferredAccountType } from './actions/setPreferredAccountType.ts'
export { switchNetwork } from './actions/switchNetwork.ts'
export { watchConnectors } from './actions/watchConnectors.ts'
