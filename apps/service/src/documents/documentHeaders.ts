import type { AllowedOrigin } from '../config/originPattern.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'

/**
 * `frame`: the wallet inside a host page. `keys`: the key app inside it. `account`: the wallet's own page, which nobody
 * embeds. `window`: a request of a frame in a window of the wallet's own. `panel`: the key app inside the account page, with
 * panels that it draws itself. `passkey`: the window that a panel opens where the browser makes no passkey in a frame.
 */
export type DocumentKind = 'frame' | 'keys' | 'account' | 'window' | 'panel' | 'passkey'

/** Whether the document starts no worker. */
const hasNoWorker = (kind: DocumentKind) => kind !== 'keys' && kind !== 'panel'

/** Features that the wallet uses; every other one that a browser knows by this header is off. */
const OWN_FEATURES = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'storage-access',
]
/** What a document hands on to the key app in it. */
const DELEGATED_FEATURES: Readonly<Record<DocumentKind, readonly string[]>> = {
  frame: ['publickey-credentials-get', 'publickey-credentials-create'],
  account: ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write'],
  window: [],
  keys: [],
  panel: [],
  passkey: [],
}
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

/** `Permissions-Policy` of a document. */
function permissionsPolicy({ keysOrigin }: ServiceConfig, kind: DocumentKind): string {
  const delegated = DELEGATED_FEATURES[kind]
  return [
    ...OWN_FEATURES.map((name) => {
      // The window does one thing.
      if (kind === 'passkey' && name !== 'publickey-credentials-create') return `${name}=()`
      return `${name}=(self${delegated.includes(name) ? ` "${keysOrigin}"` : ''})`
    }),
    ...OFF_FEATURES.map((name) => `${name}=()`),
  ].join(', ')
}

/** What a document may load of its own host, and what it may embed. */
const OWN_SOURCES: Readonly<Record<DocumentKind, (config: ServiceConfig) => string[]>> = {
  // Pictures of tokens are the service's; nobody else is asked for one.
  frame: ({ keysOrigin, apiOrigin }) => [
    "style-src 'self'",
    `img-src 'self' data: ${apiOrigin}`,
    "font-src 'self'",
    `frame-src ${keysOrigin}`,
  ],
  account: (config) => OWN_SOURCES.frame(config),
  window: ({ apiOrigin }) => [
    "style-src 'self'",
    `img-src 'self' data: ${apiOrigin}`,
    "font-src 'self'",
    "frame-src 'none'",
  ],
  keys: () => ["style-src 'none'", "img-src 'none'", "font-src 'none'", "frame-src 'none'"],
  panel: () => ["style-src 'self'", "img-src 'none'", "font-src 'none'", "frame-src 'none'"],
  passkey: (config) => OWN_SOURCES.panel(config),
}

/** Every ancestor is checked, so the keys document names the frame's origin as well as the hosts'. */
function frameAncestors(
  { walletOrigin }: ServiceConfig,
  kind: DocumentKind,
  allowed: readonly AllowedOrigin[] | null,
): string {
  if (kind === 'account' || kind === 'window' || kind === 'passkey' || !allowed) return "'none'"
  if (kind === 'panel') return walletOrigin
  const hosts = allowed.map(({ pattern }) => pattern)
  if (hosts.length === 0) return "'none'"
  return [...(kind === 'keys' ? [walletOrigin] : []), ...hosts].join(' ')
}

export const isHttps = (config: ServiceConfig): boolean => config.walletOrigin.startsWith('https:')

/**
 * `Content-Security-Policy` of a document (CSP level 3).
 *
 * @param allowed pages of the project, which may embed `frame` and `keys`; null: nobody may embed anything
 */
export function contentSecurityPolicy(
  config: ServiceConfig,
  kind: DocumentKind,
  allowed: readonly AllowedOrigin[] | null,
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ...OWN_SOURCES[kind](config),
    // The window of passkeys asks nobody anything but the panel that opened it.
    ...(kind === 'passkey'
      ? ["connect-src 'none'", "worker-src 'none'"]
      : [`connect-src ${config.apiOrigin}`, "worker-src 'self'"]),
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'none'",
    `frame-ancestors ${frameAncestors(config, kind, allowed)}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${hasNoWorker(kind) ? "'none'" : 'latchkey-worker'}`,
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
    'permissions-policy': permissionsPolicy(config, kind),
  })
  setTransportHeaders(headers, config)
  // The wallet's own window knows by it that the frame opened it. No other origin is told where somebody comes from.
  if (kind === 'frame' && allowed) headers.set('referrer-policy', 'same-origin')
  // Nobody who opens the page keeps a hand on it; the windows that it opens itself for a sign-in may answer it, and so
  // may the window of passkeys that its keys panel opens (decision 0073): that one has no such policy, which would part them.
  if (kind === 'account') headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  if (frameAncestors(config, kind, allowed) === "'none'") headers.set('x-frame-options', 'DENY')
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
