import { isOriginAllowed } from '@latchkey/bridge'
import type { KeysDocumentConfig } from '@latchkey/protocol'

type Expectation = Pick<KeysDocumentConfig, 'walletOrigin' | 'allowedOrigins'>

/**
 * Which site has opened the wallet: the top of the chain keys ← wallet ← host. Nothing that the frame says counts.
 *
 * Where the browser has `location.ancestorOrigins`, the chain must be exactly the wallet's origin and one allowed host.
 * Where it has none, `frame-ancestors` has already held off every other site, but cannot say which of the allowed ones
 * it is: that is known only when the project allows a single, exact origin. Otherwise the answer is null: refuse.
 *
 * @param ancestors nearest first, or undefined where the browser does not tell
 * @example resolveHostOrigin(config, ['https://wallet.example', 'https://app.example']) // 'https://app.example'
 */
export function resolveHostOrigin(
  config: Expectation,
  ancestors: readonly string[] | undefined,
): string | null {
  const patterns = config.allowedOrigins.map((allowed) => allowed.pattern)
  if (ancestors === undefined) {
    const [only, ...others] = patterns
    return only !== undefined && others.length === 0 && !only.includes('*') ? only : null
  }
  const [parent, host, ...above] = ancestors
  if (parent !== config.walletOrigin || host === undefined || above.length > 0) return null
  return isOriginAllowed(host, patterns) ? host : null
}

/** The browser's own list, nearest first; undefined in browsers that have none. */
export function readAncestors(location: Location): readonly string[] | undefined {
  const list: DOMStringList | undefined = location.ancestorOrigins
  return list === undefined ? undefined : Array.from(list)
}
