import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { registerRoute } from '../http/registerRoute.ts'
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
export function addRecoveryRoutes(app: Hono, service: ServiceContext): void {
  registerRoute(app, service, protocol.startPasskeyLogin, startPasskeyLogin)
  registerRoute(app, service, protocol.finishPasskeyLogin, finishPasskeyLogin)
  registerRoute(app, service, protocol.startPasskeyCreation, startPasskeyCreation)
  registerRoute(app, service, protocol.finishPasskeyCreation, finishPasskeyCreation)
  registerRoute(app, service, protocol.addMethod, addMethod)
  registerRoute(app, service, protocol.openMethod, openMethod)
  registerRoute(app, service, protocol.proveMethod, proveMethod)
  registerRoute(app, service, protocol.removeMethod, removeMethod)
  registerRoute(app, service, protocol.protect, protectWallet)
  registerRoute(app, service, protocol.startJoin, startJoin)
  registerRoute(app, service, protocol.readJoin, readJoin)
  registerRoute(app, service, protocol.approveJoin, approveJoin)
  registerRoute(app, service, protocol.finishJoin, finishJoin)
}
