import * as protocol from '@latchkey/protocol/http'
import type { Context, Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { readBody } from '../http/readBody.ts'
import { registerRoute } from '../http/registerRoute.ts'
import { answerCallback } from '../identity/social/answerCallback.ts'
import { createSocialClients, type SocialClients } from '../identity/social/createSocialClients.ts'
import { createFarcaster, type Farcaster } from '../identity/social/farcaster/createFarcaster.ts'
import { finishFarcaster } from '../identity/social/farcaster/finishFarcaster.ts'
import { startFarcaster } from '../identity/social/farcaster/startFarcaster.ts'
import { finishLink, finishSocial } from '../identity/social/finishSocial.ts'
import { endPage } from '../identity/social/pages/endPage.ts'
import { waitingPage } from '../identity/social/pages/waitingPage.ts'
import { startSocial } from '../identity/social/startSocial.ts'

const FORM = 'application/x-www-form-urlencoded'
const MOST_BYTES = 65_536

/** What a network sends: in the address, or as a form that its own page posts. A body of another type is nothing. */
async function readCallback(request: Request): Promise<URLSearchParams> {
  if (request.method === 'GET') return new URL(request.url).searchParams
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM) return new URLSearchParams()
  return new URLSearchParams(new TextDecoder().decode(await readBody(request, MOST_BYTES)))
}

/** The pages of a social login on the wallet's own host: where a popup waits, and where networks send the browser back. */
export function addSocialPages(app: Hono, service: ServiceContext, { clients }: SocialLogin): void {
  const { config } = service
  const languageOf = (context: Context) => context.req.header('accept-language')

  app.get('/social', (context) =>
    waitingPage(config, {
      provider: context.req.query('provider'),
      locale: context.req.query('locale'),
      acceptLanguage: languageOf(context),
    }),
  )
  app.on(['GET', 'POST'], '/social/callback/:provider', async (context) => {
    const provider = context.req.param('provider')
    const isAwaited = context.req.method === 'GET' || clients.get(provider)?.network.isFormPost === true
    const callback = isAwaited ? await readCallback(context.req.raw) : new URLSearchParams()
    return endPage(config, await answerCallback(service, clients, provider, callback), languageOf(context))
  })
}

/** Every social network that is set up here. */
export type SocialLogin = { clients: SocialClients; farcaster: Farcaster | null }

/** Makes what the API and the wallet's own pages share. Nothing is asked yet. */
export const createSocialLogin = ({ config, limits }: ServiceContext): SocialLogin => ({
  clients: createSocialClients(config, limits.socialTimeout),
  farcaster: createFarcaster(config, limits.socialTimeout),
})

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
