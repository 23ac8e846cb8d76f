/**
 * What a page asks and tells its service, as an entry of its own: it is loaded when the modal opens first. The code for
 * events is a further chunk, for pages that turned analytics on.
 */
export { alertOfRelayError } from './alertOfRelayError.ts'
export { type Answer, askService, serviceUrl } from './askService.ts'
export { alertOfOrigins, checkOrigin, fetchAllowedOrigins } from './checkOrigin.ts'
export type { Telemetry, TelemetryOptions } from './createTelemetry.ts'
export { fetchProjectConfig } from './fetchProjectConfig.ts'
export { type MergedFeatures, mergeFeatures, noFeatures } from './mergeFeatures.ts'
export { type Remote, startRemote } from './startRemote.ts'
