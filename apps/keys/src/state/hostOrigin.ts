import { isOriginAllowed } from '@latchkey/bridge'
import type { KeysDocumentConfig } from '@latchkey/protocol'

type Expectation = Pick<KeysDocumentConfig, 'walletOrigin' | 'allowedOrigins' | 'place'>

/**
 * Which site has opened the wallet. Nothing that the frame says counts.
 *
 * A document for sites is the bottom of the chain keys ← wallet ← host. Where the browser has `location.ancestorOrigins`,
 * the chain must be exactly the wallet's origin and one allowed host, which is not the wallet itself. Where it has none,
 * `frame-ancestors` has already held off every other site, but cannot say which of the allowed ones it is: that is known
 * only when the project allows a single, exact origin. Otherwise the answer is null: refuse.
 *
 * The document of the account page (`place: 'own'`) has the wallet above it and nobody else.
 *
 * @param ancestors nearest first, or undefined where the browser does not tell
 * @example resolveHostOrigin(config, ['https://wallet.example', 'https://app.example']) // 'https://app.example'
 */
export function resolveHostOrigin(
  config: Expectation,
  ancestors: readonly string[] | undefined,
): string | null {
  const { walletOrigin, place } = config
  if (place === 'own') {
    const alone = ancestors === undefined || (ancestors.length === 1 && ancestors[0] === walletOrigin)
    return alone ? walletOrigin : null
  }
  const patterns = config.allowedOrigins.map((allowed) => allowed.pattern)
  if (ancestors === undefined) {
    const [only, ...others] = patterns
    const known = only !== undefined && others.length === 0 && !only.includes('*') && only !== walletOrigin
    return known ? only : null
  }
  const [parent, host, ...above] = ancestors
  if (parent !== walletOrigin || host === undefined || host === walletOrigin || above.length > 0) return null
  return isOriginAllowed(host, patterns) ? host : null
}

/** Whether this is the document of the wallet's own account page: no site can be where that is. */
export const isOwnPlace = (context: {
  hostOrigin: string
  config: Pick<KeysDocumentConfig, 'walletOrigin'>
}): boolean => context.hostOrigin === context.config.walletOrigin

/** The browser's own list, nearest first; undefined in browsers that have none. */
export function readAncestors(location: Location): readonly string[] | undefined {
  const list: DOMStringList | undefined = location.ancestorOrigins
  return list === undefined ? undefined : Array.from(list)
}
