import type { AllowedOrigin } from '../config/originPattern.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'

export type DocumentKind = 'frame' | 'keys'

/** Features that the wallet uses; every other one that a browser knows by this header is off. */
const OWN_FEATURES = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'storage-access',
]
const OFF_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS_POLICY = [
  ...OWN_FEATURES.map((name) => `${name}=(self)`),
  ...OFF_FEATURES.map((name) => `${name}=()`),
].join(', ')

export const isHttps = (config: ServiceConfig): boolean => config.walletOrigin.startsWith('https:')

/**
 * `Content-Security-Policy` of a document (CSP level 3).
 *
 * @param allowed who may embed it; null or none means nobody. Every ancestor is checked, so the keys document names the
 *   frame's origin as well as the hosts'.
 */
export function contentSecurityPolicy(
  config: ServiceConfig,
  kind: DocumentKind,
  allowed: readonly AllowedOrigin[] | null,
): string {
  const hosts = (allowed ?? []).map(({ pattern }) => pattern)
  const ancestors = hosts.length === 0 ? [] : kind === 'frame' ? hosts : [config.walletOrigin, ...hosts]
  const own =
    kind === 'frame'
      ? ["style-src 'self'", "img-src 'self' data:", "font-src 'self'", `frame-src ${config.keysOrigin}`]
      : ["style-src 'none'", "img-src 'none'", "font-src 'none'", "frame-src 'none'"]
  return [
    "default-src 'none'",
    "script-src 'self'",
    ...own,
    `connect-src ${config.apiOrigin}`,
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'none'",
    `frame-ancestors ${ancestors.length ? ancestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${kind === 'frame' ? "'none'" : 'latchkey-worker'}`,
    ...(isHttps(config) ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function setTransportHeaders(headers: Headers, config: ServiceConfig): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
  // A worker script and a nested document are blocked in an isolated page unless they say these two.
  headers.set('cross-origin-embedder-policy', 'require-corp')
  headers.set('cross-origin-resource-policy', 'cross-origin')
  if (isHttps(config))
    headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
}

/** Every header of a document but its length. The policy depends on the project, so nothing is stored. */
export function documentHeaders(
  config: ServiceConfig,
  kind: DocumentKind,
  allowed: readonly AllowedOrigin[] | null,
): Headers {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(config, kind, allowed),
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
  })
  setTransportHeaders(headers, config)
  if (!allowed?.length) headers.set('x-frame-options', 'DENY')
  return headers
}

/** Headers of a hashed file. A worker takes its policy from here: it runs our scripts and reaches no network. */
export function assetHeaders(config: ServiceConfig, contentType: string): Headers {
  const headers = new Headers({
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    vary: 'Accept-Encoding',
  })
  setTransportHeaders(headers, config)
  return headers
}
