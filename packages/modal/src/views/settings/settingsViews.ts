/** The views of an account's settings, as one chunk: few parts travel better than many. */

export { AccountSettingsView } from './AccountSettingsView.tsx'
export { AccountTypeView } from './AccountTypeView.tsx'
export { UpdateEmailOtpView } from './UpdateEmailOtpView.tsx'
export { UpdateEmailWalletView } from './UpdateEmailWalletView.tsx'
