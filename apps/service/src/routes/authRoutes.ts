import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { describeSession } from '../auth/describeSession.ts'
import { refreshSession } from '../auth/sessions.ts'
import { signOut } from '../auth/signOut.ts'
import { startEmail } from '../auth/startEmail.ts'
import { verifyEmail } from '../auth/verifyEmail.ts'
import { createNonce } from '../dpop/nonces.ts'
import { jktOf, sessionOf } from '../http/Call.ts'
import { registerRoute } from '../http/registerRoute.ts'
import type { ServiceContext } from '../ServiceContext.ts'

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
