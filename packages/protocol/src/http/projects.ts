import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { nothing, timestamp } from '../schema/primitives.ts'

/** Spec 7, wallet directory: which sites may use the embedded wallet of a project (query `projectId`). */
export const getOrigins = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/projects/v1/origins',
  body: nothing,
  reply: () => z.strictObject({ allowedOrigins: z.array(z.string().check(z.maxLength(255))) }),
  auth: 'none',
})

/** Ids of the remote features on the wire. `social_login` holds `email` and the social providers in one list. */
const REMOTE_FEATURE_IDS = ['social_login', 'swap', 'onramp', 'activity', 'reown_branding'] as const
/** Beside the features: the social networks that have credentials, whoever decides which of them show. */
export const OFFERED_SOCIALS_ID = 'offered_socials'
/** The providers for buying that are set up, in the operator's order. */
export const OFFERED_ONRAMPS_ID = 'offered_onramps'
/** Time zones in which nothing is bought or swapped, as IANA names; an empty list: none. */
export const RESTRICTED_ZONES_ID = 'restricted_time_zones'
/** Networks (CAIP-2) whose activity is told of any account, since an explorer is asked; an empty list: none. */
export const HISTORY_NETWORKS_ID = 'history_networks'
export type RemoteFeatureId = (typeof REMOTE_FEATURE_IDS)[number]

/**
 * One remote feature. `config: null`: the operator leaves it to the page. A list: the operator decides, and
 * `isEnabled` says which way; the list names the providers where the feature has any.
 */
const remoteFeature = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** One of `REMOTE_FEATURE_IDS`; others are of a later version and pass unread. */
    id: z.string().check(z.maxLength(64)),
    isEnabled: z.boolean(),
    config: z.optional(z.nullable(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(32)))),
  }),
)
export type RemoteFeature = z.output<ReturnType<typeof remoteFeature>>

/** Spec 6 and 7: what the operator says about the features of a project (query `projectId`, `st`, `sv`). */
export const getProjectConfig = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/appkit/v1/config',
  body: nothing,
  reply: () => z.strictObject({ features: z.array(remoteFeature()).check(z.maxLength(64)) }),
  auth: 'none',
})
export const health = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/health',
  body: nothing,
  reply: () =>
    z.strictObject({
      /** `degraded`: something that is needed is away, and the service still answers what it can. */
      status: z.enum(['ok', 'degraded']),
      database: z.enum(['ok', 'failing']),
      /** `off`: the operator has set no mail server. */
      mail: z.enum(['ok', 'failing', 'off']),
      time: timestamp(),
    }),
  auth: 'none',
})
