import * as protocol from '@latchkey/protocol/http'
import { forKeys, type Routes, registerRoute } from '../http/registerRoute.ts'
import { approveJoin } from '../identity/joins/approveJoin.ts'
import { finishJoin } from '../identity/joins/finishJoin.ts'
import { readJoin } from '../identity/joins/readJoin.ts'
import { startJoin } from '../identity/joins/startJoin.ts'
import { finishPasskeyCreation } from '../identity/passkeys/finishPasskeyCreation.ts'
import { finishPasskeyLogin } from '../identity/passkeys/finishPasskeyLogin.ts'
import { startPasskeyCreation } from '../identity/passkeys/startPasskeyCreation.ts'
import { startPasskeyLogin } from '../identity/passkeys/startPasskeyLogin.ts'
import { addMethod } from '../wallets/addMethod.ts'
import { openMethod } from '../wallets/openMethod.ts'
import { protectWallet } from '../wallets/protectWallet.ts'
import { proveMethod } from '../wallets/proveMethod.ts'
import { removeMethod } from '../wallets/removeMethod.ts'

/** Passkeys, ways to recover, and devices that another window brings in. */
export function addRecoveryRoutes(routes: Routes): void {
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
