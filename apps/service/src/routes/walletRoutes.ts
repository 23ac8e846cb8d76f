import * as protocol from '@latchkey/protocol/http'
import { allowExport } from '../account/allowExport.ts'
import { deleteAccount } from '../account/deleteAccount.ts'
import { getAccount } from '../account/getAccount.ts'
import { getActivity } from '../account/getActivity.ts'
import { removeIdentity } from '../account/removeIdentity.ts'
import { revokeDevice } from '../account/revokeDevice.ts'
import { revokeSite } from '../account/revokeSite.ts'
import { unfreeze } from '../account/unfreeze.ts'
import { jktOf, sessionOf } from '../http/Call.ts'
import { forKeys, forWallet, type Routes, registerRoute } from '../http/registerRoute.ts'
import { answerDeviceRequest, readDeviceRequest } from '../identity/devices/answerDevice.ts'
import { checkDevice } from '../identity/devices/checkDevice.ts'
import { resendEmailChange } from '../identity/emailChange/resendEmailChange.ts'
import { startEmailChange } from '../identity/emailChange/startEmailChange.ts'
import { readMailLink, useMailLink } from '../identity/emailChange/useMailLink.ts'
import { verifyEmailPrimary } from '../identity/emailChange/verifyEmailPrimary.ts'
import { verifyEmailSecondary } from '../identity/emailChange/verifyEmailSecondary.ts'
import { approveJoin } from '../identity/joins/approveJoin.ts'
import { finishJoin } from '../identity/joins/finishJoin.ts'
import { readJoin } from '../identity/joins/readJoin.ts'
import { startJoin } from '../identity/joins/startJoin.ts'
import { describeSession } from '../identity/login/describeSession.ts'
import { signOut } from '../identity/login/signOut.ts'
import { startEmail } from '../identity/login/startEmail.ts'
import { verifyEmail } from '../identity/login/verifyEmail.ts'
import { finishPasskeyCreation } from '../identity/passkeys/finishPasskeyCreation.ts'
import { finishPasskeyLogin } from '../identity/passkeys/finishPasskeyLogin.ts'
import { startPasskeyCreation } from '../identity/passkeys/startPasskeyCreation.ts'
import { startPasskeyLogin } from '../identity/passkeys/startPasskeyLogin.ts'
import { createNonce } from '../sessions/nonces.ts'
import { refreshSession } from '../sessions/sessions.ts'
import { addKeyset } from '../wallets/addKeyset.ts'
import { addMethod } from '../wallets/addMethod.ts'
import { confirmWallet } from '../wallets/confirmWallet.ts'
import { createWallet } from '../wallets/createWallet.ts'
import { discardWallet } from '../wallets/discardWallet.ts'
import { openMethod } from '../wallets/openMethod.ts'
import { protectWallet } from '../wallets/protectWallet.ts'
import { proveMethod } from '../wallets/proveMethod.ts'
import { recoverWallet } from '../wallets/recoverWallet.ts'
import { releaseShare } from '../wallets/releaseShare.ts'
import { removeMethod } from '../wallets/removeMethod.ts'

/** What the keys app and the wallet's own pages call: by their contracts, each handler in a file of its own. */
export function addWalletRoutes(routes: Routes): void {
  addAuthRoutes(routes)
  addDeviceRoutes(routes)
  addKeysRoutes(routes)
  addRecoveryRoutes(routes)
  addAccountRoutes(routes)
}

/** Signing in and out. */
function addAuthRoutes(routes: Routes): void {
  registerRoute(routes, protocol.startEmail, forKeys, startEmail)
  registerRoute(routes, protocol.verifyEmail, forKeys, verifyEmail)
  registerRoute(routes, protocol.refresh, forKeys, (service, call) =>
    refreshSession(service, call.body.refreshToken, jktOf(call)),
  )
  registerRoute(routes, protocol.getSession, forKeys, (service, call) =>
    describeSession(service, sessionOf(call)),
  )
  registerRoute(routes, protocol.signOut, forKeys, signOut)
  registerRoute(routes, protocol.getNonce, forKeys, async (service) => ({
    nonce: createNonce(service.hashKeys.nonce, service.config.now()),
  }))
}

/** New devices, the links of mails, and changes of the e-mail address. */
function addDeviceRoutes(routes: Routes): void {
  registerRoute(routes, protocol.checkDevice, forKeys, checkDevice)
  // Pages that a mail leads to; they hold no key and no session.
  registerRoute(routes, protocol.readDeviceRequest, forWallet, readDeviceRequest)
  registerRoute(routes, protocol.answerDeviceRequest, forWallet, answerDeviceRequest)
  registerRoute(routes, protocol.readMailLink, forWallet, readMailLink)
  registerRoute(routes, protocol.useMailLink, forWallet, useMailLink)
  registerRoute(routes, protocol.startEmailChange, forKeys, startEmailChange)
  registerRoute(routes, protocol.verifyEmailPrimary, forKeys, verifyEmailPrimary)
  registerRoute(routes, protocol.verifyEmailSecondary, forKeys, verifyEmailSecondary)
  registerRoute(routes, protocol.resendEmailChange, forKeys, resendEmailChange)
}

/** Wallets and their shares. */
function addKeysRoutes(routes: Routes): void {
  registerRoute(routes, protocol.createWallet, forKeys, createWallet)
  registerRoute(routes, protocol.confirmWallet, forKeys, confirmWallet)
  registerRoute(routes, protocol.discardWallet, forKeys, discardWallet)
  registerRoute(routes, protocol.addKeyset, forKeys, addKeyset)
  registerRoute(routes, protocol.releaseShare, forKeys, releaseShare)
  registerRoute(routes, protocol.recoverWallet, forKeys, recoverWallet)
}

/** Passkeys, ways to recover, and devices that another window brings in. */
function addRecoveryRoutes(routes: Routes): void {
  registerRoute(routes, protocol.startPasskeyLogin, forKeys, startPasskeyLogin)
  registerRoute(routes, protocol.finishPasskeyLogin, forKeys, finishPasskeyLogin)
  registerRoute(routes, protocol.startPasskeyCreation, forKeys, startPasskeyCreation)
  registerRoute(routes, protocol.finishPasskeyCreation, forKeys, finishPasskeyCreation)
  registerRoute(routes, protocol.addMethod, forKeys, addMethod)
  registerRoute(routes, protocol.openMethod, forKeys, openMethod)
  registerRoute(routes, protocol.proveMethod, forKeys, proveMethod)
  registerRoute(routes, protocol.removeMethod, forKeys, removeMethod)
  registerRoute(routes, protocol.protect, forKeys, protectWallet)
  registerRoute(routes, protocol.startJoin, forKeys, startJoin)
  registerRoute(routes, protocol.readJoin, forKeys, readJoin)
  registerRoute(routes, protocol.approveJoin, forKeys, approveJoin)
  registerRoute(routes, protocol.finishJoin, forKeys, finishJoin)
}

/** What the account page shows and does. */
function addAccountRoutes(routes: Routes): void {
  registerRoute(routes, protocol.getAccount, forKeys, getAccount)
  registerRoute(routes, protocol.getActivity, forKeys, getActivity)
  registerRoute(routes, protocol.revokeDevice, forKeys, revokeDevice)
  registerRoute(routes, protocol.revokeSite, forKeys, revokeSite)
  registerRoute(routes, protocol.removeIdentity, forKeys, removeIdentity)
  registerRoute(routes, protocol.unfreeze, forKeys, unfreeze)
  registerRoute(routes, protocol.allowExport, forKeys, allowExport)
  registerRoute(routes, protocol.deleteAccount, forKeys, deleteAccount)
}
