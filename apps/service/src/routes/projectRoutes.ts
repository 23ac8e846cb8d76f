import {
  getOrigins,
  getProjectConfig,
  HISTORY_NETWORKS_ID,
  OFFERED_ONRAMPS_ID,
  OFFERED_SOCIALS_ID,
  RESTRICTED_ZONES_ID,
  type RemoteFeature,
} from '@latchkey/protocol/http'
import { caip2Of } from '../config/namespaces.ts'
import type { ProjectFeatures } from '../config/projects.ts'
import { RESTRICTED_TIME_ZONES } from '../config/restrictedTimeZones.ts'
import { offeredOnramps, offeredSocials } from '../config/ServiceConfig.ts'
import { projectOf } from '../http/Call.ts'
import { type Routes, registerRoute } from '../http/registerRoute.ts'

/** Of one list on the wire. */
const MOST_ENTRIES = 32

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
 * @param offered social networks and providers for buying that have credentials; others are not named, whatever the
 *   operator decided. `restrictedZones`: where nothing is bought or swapped. `historyNetworks`: those with an explorer,
 *   by CAIP-2 id
 */
export function wireFeatures(
  features: ProjectFeatures | null,
  offered: {
    socials: readonly string[]
    onramps: readonly string[]
    restrictedZones?: readonly string[] | undefined
    historyNetworks?: readonly string[]
  },
): RemoteFeature[] {
  const { email, socials, swaps, onramp, activity, reownBranding } = features ?? {}
  const logins =
    email === undefined && socials === undefined
      ? undefined
      : [...(email ? ['email'] : []), ...(socials || []).filter((name) => offered.socials.includes(name))]
  return [
    listed('social_login', logins),
    listed('swap', swaps),
    listed('onramp', onramp),
    switched('activity', activity),
    switched('reown_branding', reownBranding),
    listed(OFFERED_SOCIALS_ID, offered.socials),
    listed(OFFERED_ONRAMPS_ID, offered.onramps),
    listed(RESTRICTED_ZONES_ID, offered.restrictedZones ?? RESTRICTED_TIME_ZONES),
    listed(HISTORY_NETWORKS_ID, offered.historyNetworks ?? []),
  ]
}

/** Spec 7, wallet directory: what a page asks about its own project. */
export function addProjectRoutes(routes: Routes): void {
  registerRoute(routes, getOrigins, { audience: 'project' }, async (_, call) => ({
    allowedOrigins: projectOf(call).allowedOrigins.map(({ pattern }) => pattern),
  }))
  registerRoute(
    routes,
    getProjectConfig,
    { audience: 'project', query: ['st', 'sv'] },
    async ({ config }, call) => {
      const project = projectOf(call)
      const offered = {
        socials: offeredSocials(config, project),
        onramps: offeredOnramps(config, project),
        restrictedZones: config.restrictedTimeZones,
        historyNetworks: config.chains
          .filter(({ historyUrl }) => historyUrl !== undefined)
          .slice(0, MOST_ENTRIES)
          .map(caip2Of),
      }
      return { features: wireFeatures(project.features, offered) }
    },
  )
}
