import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { registerRoute } from '../http/registerRoute.ts'
import { addKeyset } from '../wallets/addKeyset.ts'
import { confirmWallet } from '../wallets/confirmWallet.ts'
import { createWallet } from '../wallets/createWallet.ts'
import { discardWallet } from '../wallets/discardWallet.ts'
import { recoverWallet } from '../wallets/recoverWallet.ts'
import { releaseShare } from '../wallets/releaseShare.ts'

/** Wallets and their shares. */
export function addKeysRoutes(app: Hono, service: ServiceContext): void {
  registerRoute(app, service, protocol.createWallet, createWallet)
  registerRoute(app, service, protocol.confirmWallet, confirmWallet)
  registerRoute(app, service, protocol.discardWallet, discardWallet)
  registerRoute(app, service, protocol.addKeyset, addKeyset)
  registerRoute(app, service, protocol.releaseShare, releaseShare)
  registerRoute(app, service, protocol.recoverWallet, recoverWallet)
}
