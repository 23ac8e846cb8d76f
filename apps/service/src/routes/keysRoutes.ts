import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { registerRoute } from '../http/registerRoute.ts'
import { addKeyset } from '../keys/addKeyset.ts'
import { confirmWallet } from '../keys/confirmWallet.ts'
import { createWallet } from '../keys/createWallet.ts'
import { discardWallet } from '../keys/discardWallet.ts'
import { recoverWallet } from '../keys/recoverWallet.ts'
import { releaseShare } from '../keys/releaseShare.ts'
import type { ServiceContext } from '../ServiceContext.ts'

/** Wallets and their shares. */
export function addKeysRoutes(app: Hono, service: ServiceContext): void {
  registerRoute(app, service, protocol.createWallet, createWallet)
  registerRoute(app, service, protocol.confirmWallet, confirmWallet)
  registerRoute(app, service, protocol.discardWallet, discardWallet)
  registerRoute(app, service, protocol.addKeyset, addKeyset)
  registerRoute(app, service, protocol.releaseShare, releaseShare)
  registerRoute(app, service, protocol.recoverWallet, recoverWallet)
}
