import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { registerRoute } from '../http/registerRoute.ts'
import { answerDeviceRequest, readDeviceRequest } from '../identity/devices/answerDevice.ts'
import { checkDevice } from '../identity/devices/checkDevice.ts'
import { resendEmailChange } from '../identity/emailChange/resendEmailChange.ts'
import { startEmailChange } from '../identity/emailChange/startEmailChange.ts'
import { readMailLink, useMailLink } from '../identity/emailChange/useMailLink.ts'
import { verifyEmailPrimary } from '../identity/emailChange/verifyEmailPrimary.ts'
import { verifyEmailSecondary } from '../identity/emailChange/verifyEmailSecondary.ts'

/** New devices, the links of mails, and changes of the e-mail address. */
export function addDeviceRoutes(app: Hono, service: ServiceContext): void {
  const { walletOrigin } = service.config
  registerRoute(app, service, protocol.checkDevice, checkDevice)
  // Pages that a mail leads to; they hold no key and no session.
  registerRoute(app, service, protocol.readDeviceRequest, readDeviceRequest, walletOrigin)
  registerRoute(app, service, protocol.answerDeviceRequest, answerDeviceRequest, walletOrigin)
  registerRoute(app, service, protocol.readMailLink, readMailLink, walletOrigin)
  registerRoute(app, service, protocol.useMailLink, useMailLink, walletOrigin)
  registerRoute(app, service, protocol.startEmailChange, startEmailChange)
  registerRoute(app, service, protocol.verifyEmailPrimary, verifyEmailPrimary)
  registerRoute(app, service, protocol.verifyEmailSecondary, verifyEmailSecondary)
  registerRoute(app, service, protocol.resendEmailChange, resendEmailChange)
}
