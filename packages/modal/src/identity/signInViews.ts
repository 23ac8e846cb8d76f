/** Views of a sign-in that needs another step, as one chunk: few parts travel better than many. */
export { ConnectingPasskeyView } from '../views/connectingPasskey/ConnectingPasskeyView.tsx'
export { EmailVerifyDeviceView } from '../views/emailVerifyDevice/EmailVerifyDeviceView.tsx'
export { RecoverWalletView } from '../views/recoverWallet/RecoverWalletView.tsx'
