import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { caip2, nothing, timestamp } from '../schema/primitives.ts'

/** What a visitor did, as far as it is counted. docs/analytics.md says when each is sent. */
const TRACKED_EVENTS = [
  'MODAL_OPEN',
  'MODAL_CLOSE',
  'CLICK_ALL_WALLETS',
  'SELECT_WALLET',
  'SEARCH_WALLET',
  'CONNECT_SUCCESS',
  'CONNECT_ERROR',
  'USER_REJECTED',
  'DISCONNECT_SUCCESS',
  'DISCONNECT_ERROR',
  'CLICK_NETWORKS',
  'SWITCH_NETWORK',
  'EMAIL_SUBMITTED',
  'EMAIL_VERIFICATION_CODE_PASS',
  'EMAIL_VERIFICATION_CODE_FAIL',
  'CLICK_SIGN_SIWX_MESSAGE',
  'CLICK_CANCEL_SIWX',
  'SIWX_AUTH_SUCCESS',
  'SIWX_AUTH_ERROR',
] as const
export type TrackedEvent = (typeof TRACKED_EVENTS)[number]

/** Where an error came from. */
export const ERROR_EVENTS = [
  'API_ERROR',
  'DATA_PARSING_ERROR',
  'SECURE_SITE_ERROR',
  'INTERNAL_SDK_ERROR',
] as const
export type ErrorEvent = (typeof ERROR_EVENTS)[number]

/** A name or a word: nothing that could be an address of a person or of a page. */
const word = /* @__PURE__ */ once(() => z.string().check(z.maxLength(64), z.regex(/^[^@?#\p{Cc}]*$/u)))

/** Closed on purpose: what is not listed here cannot be sent. */
const eventProperties = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** An account was connected at that moment. */
    connected: z.optional(z.boolean()),
    /** Kind of the connector, such as `INJECTED`. */
    method: z.optional(word()),
    /** Name of the wallet. */
    name: z.optional(word()),
    network: z.optional(caip2()),
    /** Stable code of the error. */
    code: z.optional(z.int()),
  }),
)
export type EventProperties = z.output<ReturnType<typeof eventProperties>>

const trackProps = /* @__PURE__ */ once(() =>
  z.strictObject({
    type: z.literal('track'),
    event: z.enum(TRACKED_EVENTS),
    /** The connected account; only where the service has said that it keeps it. */
    address: z.optional(z.string().check(z.regex(/^[-.%a-zA-Z0-9]{1,128}$/))),
    properties: eventProperties(),
  }),
)
const errorProps = /* @__PURE__ */ once(() =>
  z.strictObject({
    type: z.literal('error'),
    event: z.enum(ERROR_EVENTS),
    errorType: word(),
    errorMessage: z.string().check(z.maxLength(500)),
    stackTrace: z.string().check(z.maxLength(4_000)),
  }),
)
export const eventProps = /* @__PURE__ */ once(() => z.union([trackProps(), errorProps()]))
export type EventProps = z.output<ReturnType<typeof eventProps>>

/** One event (spec 7; query `projectId`, `st`, `sv`). At most `EVENT_BODY_LIMIT` bytes. */
export const sendEvent = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/e',
  body: () =>
    z.strictObject({
      /** RFC 9562. A second event of the same id is not counted. */
      eventId: z
        .string()
        .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
      /** Origin and path of the page. */
      url: z.string().check(z.maxLength(2_048)),
      domain: z.string().check(z.maxLength(255)),
      timestamp: timestamp(),
      props: eventProps(),
    }),
  reply: nothing,
  auth: 'none',
})
export type EventBody = z.output<typeof sendEvent.body>

/** Bytes. */
export const EVENT_BODY_LIMIT = 8 * 1_024

/** `st` and `sv` of each request: kind and version of the SDK. */
export const sdkType = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[a-z][a-z-]{0,15}$/)))
export const sdkVersion = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[A-Za-z0-9.+-]{1,64}$/)))

/** Whether the operator takes events for the project (spec 7). */
export const getAnalyticsConfig = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/getAnalyticsConfig',
  body: nothing,
  reply: () =>
    z.strictObject({
      isAnalyticsEnabled: z.boolean(),
      /** The operator keeps addresses; a page sends none where this is not true. */
      isAddressKept: z.optional(z.boolean()),
    }),
  auth: 'none',
})
