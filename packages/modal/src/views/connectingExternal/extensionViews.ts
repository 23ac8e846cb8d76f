/** The views of wallets that are in this browser, as one chunk: few parts travel better than many. */
export { ConnectingMultiChainView } from '../connectingMultiChain/ConnectingMultiChainView.tsx'
export { ConnectingExternalView } from './ConnectingExternalView.tsx'
