import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { registerRoute } from '../http/registerRoute.ts'
import { approveJoin } from '../joins/approveJoin.ts'
import { finishJoin } from '../joins/finishJoin.ts'
import { readJoin } from '../joins/readJoin.ts'
import { startJoin } from '../joins/startJoin.ts'
import { addMethod } from '../keys/addMethod.ts'
import { openMethod } from '../keys/openMethod.ts'
import { protectWallet } from '../keys/protectWallet.ts'
import { proveMethod } from '../keys/proveMethod.ts'
import { removeMethod } from '../keys/removeMethod.ts'
import { finishPasskeyCreation } from '../passkeys/finishPasskeyCreation.ts'
import { finishPasskeyLogin } from '../passkeys/finishPasskeyLogin.ts'
import { startPasskeyCreation } from '../passkeys/startPasskeyCreation.ts'
import { startPasskeyLogin } from '../passkeys/startPasskeyLogin.ts'
import type { ServiceContext } from '../ServiceContext.ts'

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
