import * as protocol from '@latchkey/protocol/http'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { readBody } from '../http/readBody.ts'
import { forKeys, type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { callerOf } from '../identity/devices/callerOf.ts'
import { answerCallback } from '../identity/social/answerCallback.ts'
import { createSocialClients, type SocialClients } from '../identity/social/createSocialClients.ts'
import { createFarcaster, type Farcaster } from '../identity/social/farcaster/createFarcaster.ts'
import { finishFarcaster, startFarcaster } from '../identity/social/farcaster/farcasterLogin.ts'
import { finishLink, finishSocial } from '../identity/social/finishSocial.ts'
import { answerConsent, endPage, waitingPage } from '../identity/social/pages/endPage.ts'
import { startSocial } from '../identity/social/startSocial.ts'

const FORM = 'application/x-www-form-urlencoded'
const MOST_BYTES = 65_536

/** What a page posts. A body of another type is nothing. */
async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM) return new URLSearchParams()
  const body = await readBody(request, MOST_BYTES).catch((error: unknown) => {
    if (error instanceof protocol.PayloadTooLargeError) return new Uint8Array()
    throw error
  })
  return new URLSearchParams(new TextDecoder().decode(body))
}

/** What a network sends: in the address, or as a form that its own page posts. */
const readCallback = async (request: Request): Promise<URLSearchParams> =>
  request.method === 'GET' ? new URL(request.url).searchParams : readForm(request)

/** The pages of a social login on the wallet's own host: where a popup waits, and where networks send the browser back. */
export function addSocialPages(routes: Routes, { clients }: SocialLogin): void {
  const serving: Serving = { audience: 'anyone', count: null }
  registerRoute(
    routes,
    { method: 'GET', path: '/social' },
    serving,
    async ({ config }, { query, acceptLanguage }) =>
      waitingPage(config, {
        provider: query.get('provider') ?? undefined,
        locale: query.get('locale') ?? undefined,
        acceptLanguage: acceptLanguage ?? undefined,
      }),
  )
  for (const method of ['GET', 'POST'] as const)
    registerRoute(routes, { method, path: '/social/callback/:provider' }, serving, async (service, call) => {
      const provider = call.params.provider ?? ''
      // HEAD comes here too, and ends no sign-in.
      const asks = call.request.method
      const isAwaited =
        asks === 'GET' || (asks === 'POST' && clients.get(provider)?.network.isFormPost === true)
      const callback = isAwaited ? await readCallback(call.request) : new URLSearchParams()
      const end = await answerCallback(service, clients, provider, callback, callerOf(call))
      return endPage(service.config, end, call.acceptLanguage ?? undefined)
    })
  registerRoute(
    routes,
    { method: 'POST', path: '/social/confirm' },
    serving,
    async (service, { request, acceptLanguage }) =>
      answerConsent(service, await readForm(request), acceptLanguage ?? undefined),
  )
}

/** Every social network that is set up here. */
export type SocialLogin = { clients: SocialClients; farcaster: Farcaster | null }

/** Makes what the API and the wallet's own pages share. Nothing is asked yet. */
export const createSocialLogin = ({ config, limits }: ServiceContext): SocialLogin => ({
  clients: createSocialClients(config, limits.socialTimeout),
  farcaster: createFarcaster(config, limits.socialTimeout),
})

/** Signing in by a social network, and adding one to an account. */
export function addSocialRoutes(routes: Routes, login: SocialLogin): void {
  const { clients, farcaster } = login
  registerRoute(routes, protocol.startSocial, forKeys, (service, call) =>
    startSocial(service, clients, call, 'login'),
  )
  registerRoute(routes, protocol.startLink, forKeys, (service, call) =>
    startSocial(service, clients, call, 'link'),
  )
  registerRoute(routes, protocol.finishSocial, forKeys, finishSocial)
  registerRoute(routes, protocol.finishLink, forKeys, finishLink)
  registerRoute(routes, protocol.startFarcaster, forKeys, (service, call) =>
    startFarcaster(service, farcaster, call),
  )
  registerRoute(routes, protocol.finishFarcaster, forKeys, (service, call) =>
    finishFarcaster(service, farcaster, call),
  )
}
