import * as protocol from '@latchkey/protocol/http'
import { jktOf, sessionOf } from '../http/Call.ts'
import { forKeys, type Routes, registerRoute } from '../http/registerRoute.ts'
import { describeSession } from '../identity/login/describeSession.ts'
import { signOut } from '../identity/login/signOut.ts'
import { startEmail } from '../identity/login/startEmail.ts'
import { verifyEmail } from '../identity/login/verifyEmail.ts'
import { createNonce } from '../sessions/nonces.ts'
import { refreshSession } from '../sessions/sessions.ts'

/** Signing in and out. */
export function addAuthRoutes(routes: Routes): void {
  registerRoute(routes, protocol.startEmail, forKeys, startEmail)
  registerRoute(routes, protocol.verifyEmail, forKeys, verifyEmail)
  registerRoute(routes, protocol.refresh, forKeys, (service, call) =>
    refreshSession(service, call.body.refreshToken, jktOf(call)),
  )
  registerRoute(routes, protocol.getSession, forKeys, (service, call) =>
    describeSession(service, sessionOf(call)),
  )
  registerRoute(routes, protocol.signOut, forKeys, signOut)
  registerRoute(routes, protocol.getNonce, forKeys, async (service) => ({
    nonce: createNonce(service.hashKeys.nonce, service.config.now()),
  }))
}
