/** The views of an account's settings, as one chunk: few parts travel better than many. */

export { AccountTypeView } from '../accountType/AccountTypeView.tsx'
export { UpdateEmailOtpView } from '../updateEmail/UpdateEmailOtpView.tsx'
export { UpdateEmailWalletView } from '../updateEmail/UpdateEmailWalletView.tsx'
export { AccountSettingsView } from './AccountSettingsView.tsx'
