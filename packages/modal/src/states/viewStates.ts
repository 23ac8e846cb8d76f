import { accountStates } from '../views/account/states.ts'
import { allWalletsStates } from '../views/allWallets/states.ts'
import { approveTransactionStates } from '../views/approveTransaction/states.ts'
import { connectStates } from '../views/connect/states.ts'
import { connectingExternalStates } from '../views/connectingExternal/states.ts'
import { connectingMultiChainStates } from '../views/connectingMultiChain/states.ts'
import { connectingWalletConnectStates } from '../views/connectingWalletConnect/states.ts'
import { connectingWalletConnectBasicStates } from '../views/connectingWalletConnectBasic/states.ts'
import { connectWalletsStates } from '../views/connectWallets/states.ts'
import { emailVerifyOtpStates } from '../views/emailVerifyOtp/states.ts'
import type { ViewName } from '../views/index.ts'
import { networksStates } from '../views/networks/states.ts'
import { requestInWalletStates } from '../views/requestInWallet/states.ts'
import { siwxSignMessageStates } from '../views/siwxSignMessage/states.ts'
import { unsupportedChainStates } from '../views/unsupportedChain/states.ts'
import type { ViewStates } from './ViewState.ts'

export { type Stage, stageView } from './stageView.ts'

/** Every view in every state: the compiler asks for the states of each view of the registry. */
export const viewStates: Readonly<Record<ViewName, ViewStates>> = {
  Connect: connectStates,
  ConnectWallets: connectWalletsStates,
  ConnectingExternal: connectingExternalStates,
  ConnectingMultiChain: connectingMultiChainStates,
  ConnectingWalletConnect: connectingWalletConnectStates,
  ConnectingWalletConnectBasic: connectingWalletConnectBasicStates,
  EmailVerifyOtp: emailVerifyOtpStates,
  Account: accountStates,
  Networks: networksStates,
  AllWallets: allWalletsStates,
  SIWXSignMessage: siwxSignMessageStates,
  ApproveTransaction: approveTransactionStates,
  UnsupportedChain: unsupportedChainStates,
  RequestInWallet: requestInWalletStates,
}
