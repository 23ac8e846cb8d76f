/** The views that pair, as one chunk: few parts travel better than many. */
export { ConnectingWalletConnectBasicView } from '../connectingWalletConnectBasic/ConnectingWalletConnectBasicView.tsx'
export { ConnectingWalletConnectView } from './ConnectingWalletConnectView.tsx'
