import type { ViewName } from '../views/index.ts'
import type { ViewStates } from './pretend/ViewState.ts'
import { accountStates } from './states/account.ts'
import { accountSettingsStates } from './states/accountSettings.ts'
import { accountTypeStates } from './states/accountType.ts'
import { allWalletsStates } from './states/allWallets.ts'
import { approveTransactionStates } from './states/approveTransaction.ts'
import {
  buyInProgressStates,
  buyStates,
  fiatSelectStates,
  onrampProvidersStates,
  onrampTokenStates,
} from './states/buy.ts'
import { connectStates } from './states/connect.ts'
import { connectingExternalStates } from './states/connectingExternal.ts'
import { connectingFarcasterStates } from './states/connectingFarcaster.ts'
import { connectingMultiChainStates } from './states/connectingMultiChain.ts'
import { connectingPasskeyStates } from './states/connectingPasskey.ts'
import { connectingSocialStates } from './states/connectingSocial.ts'
import { connectingWalletConnectStates } from './states/connectingWalletConnect.ts'
import { connectingWalletConnectBasicStates } from './states/connectingWalletConnectBasic.ts'
import { connectSocialsStates } from './states/connectSocials.ts'
import { connectWalletsStates } from './states/connectWallets.ts'
import { emailVerifyDeviceStates } from './states/emailVerifyDevice.ts'
import { emailVerifyOtpStates } from './states/emailVerifyOtp.ts'
import { getWalletStates, whatIsANetworkStates, whatIsAWalletStates } from './states/guide.ts'
import { languageStates } from './states/language.ts'
import { nameSuccessStates, registerNameStates } from './states/names.ts'
import { networksStates } from './states/networks.ts'
import { payStates } from './states/pay.ts'
import { receiveStates } from './states/receive.ts'
import { recoverWalletStates } from './states/recoverWallet.ts'
import { requestInWalletStates } from './states/requestInWallet.ts'
import { selectTokenStates, sendPreviewStates, sendStates } from './states/send.ts'
import { siwxSignMessageStates } from './states/siwxSignMessage.ts'
import { swapPreviewStates, swapSelectTokenStates, swapStates } from './states/swap.ts'
import { unsupportedChainStates } from './states/unsupportedChain.ts'

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
  WhatIsAWallet: whatIsAWalletStates,
  GetWallet: getWalletStates,
  WhatIsANetwork: whatIsANetworkStates,
  Account: accountStates,
  WalletReceive: receiveStates,
  WalletSend: sendStates,
  WalletSendSelectToken: selectTokenStates,
  WalletSendPreview: sendPreviewStates,
  Swap: swapStates,
  SwapSelectToken: swapSelectTokenStates,
  SwapPreview: swapPreviewStates,
  Buy: buyStates,
  OnRampProviders: onrampProvidersStates,
  OnRampFiatSelect: fiatSelectStates,
  OnRampTokenSelect: onrampTokenStates,
  BuyInProgress: buyInProgressStates,
  Pay: payStates,
  RegisterAccountName: registerNameStates,
  RegisterAccountNameSuccess: nameSuccessStates,
  AccountSettings: accountSettingsStates,
  AccountType: accountTypeStates,
  Language: languageStates,
  Networks: networksStates,
  AllWallets: allWalletsStates,
  SIWXSignMessage: siwxSignMessageStates,
  ApproveTransaction: approveTransactionStates,
  UnsupportedChain: unsupportedChainStates,
  RequestInWallet: requestInWalletStates,
}
