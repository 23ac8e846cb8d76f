import * as protocol from '@latchkey/protocol/http'
import { forKeys, forWallet, type Routes, registerRoute } from '../http/registerRoute.ts'
import { answerDeviceRequest, readDeviceRequest } from '../identity/devices/answerDevice.ts'
import { checkDevice } from '../identity/devices/checkDevice.ts'
import { resendEmailChange } from '../identity/emailChange/resendEmailChange.ts'
import { startEmailChange } from '../identity/emailChange/startEmailChange.ts'
import { readMailLink, useMailLink } from '../identity/emailChange/useMailLink.ts'
import { verifyEmailPrimary } from '../identity/emailChange/verifyEmailPrimary.ts'
import { verifyEmailSecondary } from '../identity/emailChange/verifyEmailSecondary.ts'

/** New devices, the links of mails, and changes of the e-mail address. */
export function addDeviceRoutes(routes: Routes): void {
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
