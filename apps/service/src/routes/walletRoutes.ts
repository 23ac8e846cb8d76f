import * as protocol from '@latchkey/protocol/http'
import { allowExport } from '../account/allowExport.ts'
import { deleteAccount } from '../account/deleteAccount.ts'
import { getAccount } from '../account/getAccount.ts'
import { getActivity } from '../account/getActivity.ts'
import { removeIdentity, revokeDevice, revokeSite } from '../account/revoke.ts'
import { unfreeze } from '../account/unfreeze.ts'
import { jktOf, sessionOf } from '../http/Call.ts'
import { forKeys, forWallet, type Routes, registerRoute } from '../http/registerRoute.ts'
import { answerDeviceRequest, readDeviceRequest } from '../identity/devices/answerDevice.ts'
import { checkDevice } from '../identity/devices/checkDevice.ts'
import { resendEmailChange, startEmailChange } from '../identity/emailChange/startEmailChange.ts'
import { readMailLink, useMailLink } from '../identity/emailChange/useMailLink.ts'
import { verifyEmailPrimary, verifyEmailSecondary } from '../identity/emailChange/verifyEmailChange.ts'
import { approveJoin, finishJoin, readJoin, startJoin } from '../identity/joins/joins.ts'
import { startEmail, verifyEmail } from '../identity/login/emailLogin.ts'
import { describeSession, signOut } from '../identity/login/ownSession.ts'
import { finishPasskeyCreation, startPasskeyCreation } from '../identity/passkeys/passkeyCreation.ts'
import { finishPasskeyLogin, startPasskeyLogin } from '../identity/passkeys/passkeyLogin.ts'
import { shareEmail } from '../identity/users/emailSharing.ts'
import { refreshSession } from '../sessions/sessions.ts'
import { createNonce } from '../sessions/verifyProof.ts'
import { confirmWallet, createWallet, discardWallet } from '../wallets/createWallet.ts'
import { addKeyset, recoverWallet, releaseShare } from '../wallets/keysets.ts'
import { addMethod, openMethod, proveMethod } from '../wallets/methods.ts'
import { protectWallet, removeMethod } from '../wallets/protectWallet.ts'

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
  registerRoute(routes, protocol.shareEmail, forKeys, async (service, call) => {
    await shareEmail(service, call)
    return describeSession(service, sessionOf(call))
  })
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
