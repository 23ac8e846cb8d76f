/** The views that switch networks, as one chunk: few parts travel better than many. */
export { UnsupportedChainView } from '../unsupportedChain/UnsupportedChainView.tsx'
export { NetworksView } from './NetworksView.tsx'
