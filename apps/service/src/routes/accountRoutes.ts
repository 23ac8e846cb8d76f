import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { allowExport } from '../account/allowExport.ts'
import { deleteAccount } from '../account/deleteAccount.ts'
import { getAccount } from '../account/getAccount.ts'
import { getActivity } from '../account/getActivity.ts'
import { removeIdentity } from '../account/removeIdentity.ts'
import { revokeDevice } from '../account/revokeDevice.ts'
import { revokeSite } from '../account/revokeSite.ts'
import { unfreeze } from '../account/unfreeze.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { registerRoute } from '../http/registerRoute.ts'

/** What the account page shows and does. */
export function addAccountRoutes(app: Hono, service: ServiceContext): void {
  registerRoute(app, service, protocol.getAccount, getAccount)
  registerRoute(app, service, protocol.getActivity, getActivity)
  registerRoute(app, service, protocol.revokeDevice, revokeDevice)
  registerRoute(app, service, protocol.revokeSite, revokeSite)
  registerRoute(app, service, protocol.removeIdentity, removeIdentity)
  registerRoute(app, service, protocol.unfreeze, unfreeze)
  registerRoute(app, service, protocol.allowExport, allowExport)
  registerRoute(app, service, protocol.deleteAccount, deleteAccount)
}
