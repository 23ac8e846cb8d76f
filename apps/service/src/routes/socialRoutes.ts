import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { finishFarcaster } from '../farcaster/finishFarcaster.ts'
import { startFarcaster } from '../farcaster/startFarcaster.ts'
import { registerRoute } from '../http/registerRoute.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import type { SocialLogin } from '../social/createSocialLogin.ts'
import { finishLink, finishSocial } from '../social/finishSocial.ts'
import { startSocial } from '../social/startSocial.ts'

/** Signing in by a social network, and adding one to an account. */
export function addSocialRoutes(app: Hono, service: ServiceContext, login: SocialLogin): void {
  const { clients, farcaster } = login
  registerRoute(app, service, protocol.startSocial, (_, call) => startSocial(service, clients, call, 'login'))
  registerRoute(app, service, protocol.startLink, (_, call) => startSocial(service, clients, call, 'link'))
  registerRoute(app, service, protocol.finishSocial, finishSocial)
  registerRoute(app, service, protocol.finishLink, finishLink)
  registerRoute(app, service, protocol.startFarcaster, (_, call) => startFarcaster(service, farcaster, call))
  registerRoute(app, service, protocol.finishFarcaster, (_, call) =>
    finishFarcaster(service, farcaster, call),
  )
}
