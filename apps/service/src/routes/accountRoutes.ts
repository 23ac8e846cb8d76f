import * as protocol from '@latchkey/protocol/http'
import { allowExport } from '../account/allowExport.ts'
import { deleteAccount } from '../account/deleteAccount.ts'
import { getAccount } from '../account/getAccount.ts'
import { getActivity } from '../account/getActivity.ts'
import { removeIdentity } from '../account/removeIdentity.ts'
import { revokeDevice } from '../account/revokeDevice.ts'
import { revokeSite } from '../account/revokeSite.ts'
import { unfreeze } from '../account/unfreeze.ts'
import { forKeys, type Routes, registerRoute } from '../http/registerRoute.ts'

/** What the account page shows and does. */
export function addAccountRoutes(routes: Routes): void {
  registerRoute(routes, protocol.getAccount, forKeys, getAccount)
  registerRoute(routes, protocol.getActivity, forKeys, getActivity)
  registerRoute(routes, protocol.revokeDevice, forKeys, revokeDevice)
  registerRoute(routes, protocol.revokeSite, forKeys, revokeSite)
  registerRoute(routes, protocol.removeIdentity, forKeys, removeIdentity)
  registerRoute(routes, protocol.unfreeze, forKeys, unfreeze)
  registerRoute(routes, protocol.allowExport, forKeys, allowExport)
  registerRoute(routes, protocol.deleteAccount, forKeys, deleteAccount)
}
