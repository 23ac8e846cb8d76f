import { accountStates } from '../views/account/states.ts'
import { allWalletsStates } from '../views/allWallets/states.ts'
import { approveTransactionStates } from '../views/approveTransaction/states.ts'
import { connectStates } from '../views/connect/states.ts'
import { emailVerifyOtpStates } from '../views/emailVerifyOtp/states.ts'
import type { ViewName } from '../views/index.ts'
import { networksStates } from '../views/networks/states.ts'
import { unsupportedChainStates } from '../views/unsupportedChain/states.ts'
import type { ViewStates } from './ViewState.ts'

export { type Stage, stageView } from './stageView.ts'

/** Every view in every state: the compiler asks for the states of each view of the registry. */
export const viewStates: Readonly<Record<ViewName, ViewStates>> = {
  Connect: connectStates,
  EmailVerifyOtp: emailVerifyOtpStates,
  Account: accountStates,
  Networks: networksStates,
  AllWallets: allWalletsStates,
  ApproveTransaction: approveTransactionStates,
  UnsupportedChain: unsupportedChainStates,
}
