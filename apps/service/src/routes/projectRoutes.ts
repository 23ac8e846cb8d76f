import { getOrigins, getProjectConfig, OFFERED_SOCIALS_ID, type RemoteFeature } from '@latchkey/protocol/http'
import type { Context, Hono } from 'hono'
import type { Project, ProjectFeatures } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { offeredSocials } from '../documents/offeredSocials.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { limitAddress } from '../http/limitAddress.ts'
import { requireProjectCaller } from '../http/publicRoute.ts'

const leftToPage = (id: string): RemoteFeature => ({ id, isEnabled: true, config: null })

function listed(id: string, providers: readonly string[] | false | undefined): RemoteFeature {
  if (providers === undefined) return leftToPage(id)
  return { id, isEnabled: providers !== false && providers.length > 0, config: [...(providers || [])] }
}
const switched = (id: string, isEnabled: boolean | undefined): RemoteFeature =>
  isEnabled === undefined ? leftToPage(id) : { id, isEnabled, config: [] }

/**
 * The operator's features in the form of the wire: all five, each decided or left to the page, and which networks work.
 *
 * @param offered social networks that have credentials; others are not named, whatever the operator decided
 */
export function wireFeatures(features: ProjectFeatures | null, offered: readonly string[]): RemoteFeature[] {
  const { email, socials, swaps, onramp, activity, reownBranding } = features ?? {}
  const logins =
    email === undefined && socials === undefined
      ? undefined
      : [...(email ? ['email'] : []), ...(socials || []).filter((name) => offered.includes(name))]
  return [
    listed('social_login', logins),
    listed('swap', swaps),
    listed('onramp', onramp),
    switched('activity', activity),
    switched('reown_branding', reownBranding),
    listed(OFFERED_SOCIALS_ID, offered),
  ]
}

/** Spec 7, wallet directory: what a page asks about its own project. */
export function addProjectRoutes(app: Hono, service: ServiceContext): void {
  const answer = (path: string, reply: (project: Project) => object) =>
    app.get(path, async (context: Context) => {
      await limitAddress(service, 'api', clientAddress(context, service.config.trustedProxies))
      return context.json(reply(await requireProjectCaller(service, context)))
    })
  answer(getOrigins.path, ({ allowedOrigins }) => ({
    allowedOrigins: allowedOrigins.map(({ pattern }) => pattern),
  }))
  answer(getProjectConfig.path, (project) => ({
    features: wireFeatures(project.features, offeredSocials(service.config, project)),
  }))
}
