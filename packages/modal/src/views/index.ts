import type { View } from '../defineView.ts'
import { accountView } from './account/view.ts'
import { accountSettingsView } from './accountSettings/view.ts'
import { accountTypeView } from './accountType/view.ts'
import { allWalletsView } from './allWallets/view.ts'
import { approveTransactionView } from './approveTransaction/view.ts'
import { connectView } from './connect/view.ts'
import { connectingExternalView } from './connectingExternal/view.ts'
import { connectingFarcasterView } from './connectingFarcaster/view.ts'
import { connectingMultiChainView } from './connectingMultiChain/view.ts'
import { connectingPasskeyView } from './connectingPasskey/view.ts'
import { connectingSocialView } from './connectingSocial/view.ts'
import { connectingWalletConnectView } from './connectingWalletConnect/view.ts'
import { connectingWalletConnectBasicView } from './connectingWalletConnectBasic/view.ts'
import { connectSocialsView } from './connectSocials/view.ts'
import { connectWalletsView } from './connectWallets/view.ts'
import { emailVerifyDeviceView } from './emailVerifyDevice/view.ts'
import { emailVerifyOtpView } from './emailVerifyOtp/view.ts'
import { networksView } from './networks/view.ts'
import { recoverWalletView } from './recoverWallet/view.ts'
import { requestInWalletView } from './requestInWallet/view.ts'
import { siwxSignMessageView } from './siwxSignMessage/view.ts'
import { unsupportedChainView } from './unsupportedChain/view.ts'
import {
  updateEmailPrimaryOtpView,
  updateEmailSecondaryOtpView,
  updateEmailWalletView,
} from './updateEmail/view.ts'

/** Every view of the modal. */
export const views = [
  connectView,
  connectWalletsView,
  connectSocialsView,
  connectingSocialView,
  connectingFarcasterView,
  connectingPasskeyView,
  connectingExternalView,
  connectingMultiChainView,
  connectingWalletConnectView,
  connectingWalletConnectBasicView,
  emailVerifyDeviceView,
  emailVerifyOtpView,
  recoverWalletView,
  accountView,
  accountSettingsView,
  accountTypeView,
  updateEmailWalletView,
  updateEmailPrimaryOtpView,
  updateEmailSecondaryOtpView,
  networksView,
  allWalletsView,
  siwxSignMessageView,
  approveTransactionView,
  unsupportedChainView,
  requestInWalletView,
] as const

type Registered = (typeof views)[number]
export type ViewName = Registered['name']
/** What a view takes. */
export type ViewParams<Name extends ViewName> =
  Extract<Registered, { name: Name }> extends View<string, infer Params> ? Params : never

export const findView = (name: string): View | undefined => views.find((view) => view.name === name)
