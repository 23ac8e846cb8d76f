import { accountStates } from '../views/account/states.ts'
import { accountSettingsStates } from '../views/accountSettings/states.ts'
import { accountTypeStates } from '../views/accountType/states.ts'
import { allWalletsStates } from '../views/allWallets/states.ts'
import { approveTransactionStates } from '../views/approveTransaction/states.ts'
import { connectStates } from '../views/connect/states.ts'
import { connectingExternalStates } from '../views/connectingExternal/states.ts'
import { connectingFarcasterStates } from '../views/connectingFarcaster/states.ts'
import { connectingMultiChainStates } from '../views/connectingMultiChain/states.ts'
import { connectingPasskeyStates } from '../views/connectingPasskey/states.ts'
import { connectingSocialStates } from '../views/connectingSocial/states.ts'
import { connectingWalletConnectStates } from '../views/connectingWalletConnect/states.ts'
import { connectingWalletConnectBasicStates } from '../views/connectingWalletConnectBasic/states.ts'
import { connectSocialsStates } from '../views/connectSocials/states.ts'
import { connectWalletsStates } from '../views/connectWallets/states.ts'
import { emailVerifyDeviceStates } from '../views/emailVerifyDevice/states.ts'
import { emailVerifyOtpStates } from '../views/emailVerifyOtp/states.ts'
import type { ViewName } from '../views/index.ts'
import { networksStates } from '../views/networks/states.ts'
import { recoverWalletStates } from '../views/recoverWallet/states.ts'
import { requestInWalletStates } from '../views/requestInWallet/states.ts'
import { siwxSignMessageStates } from '../views/siwxSignMessage/states.ts'
import { unsupportedChainStates } from '../views/unsupportedChain/states.ts'
import {
  updateEmailPrimaryOtpStates,
  updateEmailSecondaryOtpStates,
  updateEmailWalletStates,
} from '../views/updateEmail/states.ts'
import type { ViewStates } from './ViewState.ts'

export { type Stage, stageView } from './stageView.ts'

/** Every view in every state: the compiler asks for the states of each view of the registry. */
export const viewStates: Readonly<Record<ViewName, ViewStates>> = {
  Connect: connectStates,
  ConnectWallets: connectWalletsStates,
  ConnectSocials: connectSocialsStates,
  ConnectingSocial: connectingSocialStates,
  ConnectingFarcaster: connectingFarcasterStates,
  ConnectingPasskey: connectingPasskeyStates,
  ConnectingExternal: connectingExternalStates,
  ConnectingMultiChain: connectingMultiChainStates,
  ConnectingWalletConnect: connectingWalletConnectStates,
  ConnectingWalletConnectBasic: connectingWalletConnectBasicStates,
  EmailVerifyDevice: emailVerifyDeviceStates,
  EmailVerifyOtp: emailVerifyOtpStates,
  RecoverWallet: recoverWalletStates,
  Account: accountStates,
  AccountSettings: accountSettingsStates,
  AccountType: accountTypeStates,
  UpdateEmailWallet: updateEmailWalletStates,
  UpdateEmailPrimaryOtp: updateEmailPrimaryOtpStates,
  UpdateEmailSecondaryOtp: updateEmailSecondaryOtpStates,
  Networks: networksStates,
  AllWallets: allWalletsStates,
  SIWXSignMessage: siwxSignMessageStates,
  ApproveTransaction: approveTransactionStates,
  UnsupportedChain: unsupportedChainStates,
  RequestInWallet: requestInWalletStates,
}
