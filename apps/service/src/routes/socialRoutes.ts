import * as protocol from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { registerRoute } from '../http/registerRoute.ts'
import { finishFarcaster } from '../identity/social/farcaster/finishFarcaster.ts'
import { startFarcaster } from '../identity/social/farcaster/startFarcaster.ts'
import { finishLink, finishSocial } from '../identity/social/finishSocial.ts'
import { startSocial } from '../identity/social/startSocial.ts'
import type { SocialLogin } from './createSocialLogin.ts'

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
