/** What only a page with a connection needs, as an entry of its own: a page where nobody has connected does not load it. */

export { fetchBalance } from './account/fetchBalance.ts'
export { setPreferredAccountType } from './account/setPreferredAccountType.ts'
export { connectOn, connectWith } from './connection/connectWith.ts'
export { disconnect, reconnect } from './connection/reconnect.ts'
export { addNetwork, removeNetwork, switchNetwork } from './connection/switchNetwork.ts'
export { watchConnectors } from './connection/watchConnectors.ts'
export { readLog } from './log/tell.ts'
export { knownFeatures } from './remote/knownFeatures.ts'
