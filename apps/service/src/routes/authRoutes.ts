import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { jktOf, sessionOf } from '../http/Call.ts'
import { registerRoute } from '../http/registerRoute.ts'
import { describeSession } from '../identity/login/describeSession.ts'
import { signOut } from '../identity/login/signOut.ts'
import { startEmail } from '../identity/login/startEmail.ts'
import { verifyEmail } from '../identity/login/verifyEmail.ts'
import { createNonce } from '../sessions/nonces.ts'
import { refreshSession } from '../sessions/sessions.ts'

/** Signing in and out. */
export function addAuthRoutes(app: Hono, service: ServiceContext): void {
  registerRoute(app, service, protocol.startEmail, startEmail)
  registerRoute(app, service, protocol.verifyEmail, verifyEmail)
  registerRoute(app, service, protocol.refresh, (_, call) =>
    refreshSession(service, call.body.refreshToken, jktOf(call)),
  )
  registerRoute(app, service, protocol.getSession, (_, call) => describeSession(service, sessionOf(call)))
  registerRoute(app, service, protocol.signOut, signOut)
  registerRoute(app, service, protocol.getNonce, async () => ({
    nonce: createNonce(service.hashKeys.nonce, service.config.now()),
  }))
}
