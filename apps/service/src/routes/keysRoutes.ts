import * as protocol from '@latchkey/protocol/http'
import { forKeys, type Routes, registerRoute } from '../http/registerRoute.ts'
import { addKeyset } from '../wallets/addKeyset.ts'
import { confirmWallet } from '../wallets/confirmWallet.ts'
import { createWallet } from '../wallets/createWallet.ts'
import { discardWallet } from '../wallets/discardWallet.ts'
import { recoverWallet } from '../wallets/recoverWallet.ts'
import { releaseShare } from '../wallets/releaseShare.ts'

/** Wallets and their shares. */
export function addKeysRoutes(routes: Routes): void {
  registerRoute(routes, protocol.createWallet, forKeys, createWallet)
  registerRoute(routes, protocol.confirmWallet, forKeys, confirmWallet)
  registerRoute(routes, protocol.discardWallet, forKeys, discardWallet)
  registerRoute(routes, protocol.addKeyset, forKeys, addKeyset)
  registerRoute(routes, protocol.releaseShare, forKeys, releaseShare)
  registerRoute(routes, protocol.recoverWallet, forKeys, recoverWallet)
}
