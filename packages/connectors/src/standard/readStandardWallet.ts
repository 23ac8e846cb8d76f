import { isRecord } from '@latchkey/std/isRecord'
import { isIcon, plainName } from '../injected/InjectedWallet.ts'

/** A method of a feature; what comes back is checked by whoever calls it. */
export type FeatureMethod = (...inputs: unknown[]) => unknown
export type StandardWallet = {
  name: string
  icon: string | undefined
  chains: readonly string[]
  /** A method of a feature, such as `standard:connect` and `connect`; undefined where the wallet has none. */
  method(feature: string, name: string): FeatureMethod | undefined
  /** The accounts that it shares with the page now. */
  accounts(): readonly unknown[]
}

/** A feature by which Latchkey's own wallet is known: it is not offered to itself. */
export const OWN_FEATURE = 'latchkey:'
const isText = (value: unknown): value is string => typeof value === 'string'

/** Every script of the page can register a wallet: reading one may throw, or answer otherwise the second time. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Reads what was registered as a wallet of the Wallet Standard.
 *
 * @param prefix of the Wallet Standard's names of the networks that count
 * @param connectFeature by which it connects there; its method is `connect`
 * @returns undefined where it is none, knows no such network, cannot connect, or is Latchkey's own
 */
export function readStandardWallet(
  registered: unknown,
  prefix: string,
  connectFeature: string,
): StandardWallet | undefined {
  return attempt(() => {
    if (!isRecord(registered)) return undefined
    const { name, icon, chains, features } = registered
    const label = plainName(name)
    if (!label || !Array.isArray(chains) || !isRecord(features) || OWN_FEATURE in features) return undefined
    const own = chains.filter(isText).filter((chain) => chain.startsWith(prefix))
    const method: StandardWallet['method'] = (feature, part) => {
      const found = attempt(() => features[feature])
      const run = isRecord(found) ? attempt(() => found[part]) : undefined
      return typeof run === 'function' ? (run.bind(found) as FeatureMethod) : undefined
    }
    if (own.length === 0 || !method(connectFeature, 'connect')) return undefined
    const accounts = () => {
      const list = attempt(() => registered.accounts)
      return Array.isArray(list) ? list : []
    }
    return { name: label, icon: isIcon(icon) ? icon : undefined, chains: own, method, accounts }
  })
}
