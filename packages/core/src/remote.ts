/**
 * What a page asks and tells its service, as an entry of its own: it is loaded when the modal opens first. The code for
 * events is a further chunk, for pages that turned analytics on.
 */
export { alertOfRelayError } from './remote/alertOfRelayError.ts'
export { type Answer, askService } from './remote/askService.ts'
export { alertOfOrigins, checkOrigin, fetchAllowedOrigins } from './remote/checkOrigin.ts'
export type { Telemetry, TelemetryOptions } from './remote/createTelemetry.ts'
export { fetchProjectConfig } from './remote/fetchProjectConfig.ts'
export { noFeatures } from './remote/knownFeatures.ts'
export { type MergedFeatures, mergeFeatures } from './remote/mergeFeatures.ts'
export { serviceOf, serviceUrl } from './remote/serviceUrl.ts'
export { type Remote, startRemote } from './remote/startRemote.ts'
