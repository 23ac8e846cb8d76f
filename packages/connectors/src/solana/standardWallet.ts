import { decodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import { isIcon, plainName } from '../injected/InjectedWallet.ts'

/** An account of a Wallet Standard wallet. The object itself is handed back to the wallet with each request. */
export type StandardAccount = { address: string; publicKey: ArrayLike<number>; chains: readonly string[] }
/** A method of a feature; what comes back is checked by whoever calls it. */
export type FeatureMethod = (...inputs: unknown[]) => unknown
export type StandardWallet = {
  name: string
  icon: string | undefined
  chains: readonly string[]
  /** A method of a feature, such as `solana:signMessage` and `signMessage`; undefined where the wallet has none. */
  method(feature: string, name: string): FeatureMethod | undefined
  /** The accounts that it shares with the page now. */
  accounts(): readonly unknown[]
}

const PREFIX = 'solana:'
const KEY_LENGTH = 32
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
 * Reads what was registered as a wallet of the Wallet Standard. Undefined where it is none, knows no network of Solana,
 * cannot connect, or is Latchkey's own.
 */
export function readStandardWallet(registered: unknown): StandardWallet | undefined {
  return attempt(() => {
    if (!isRecord(registered)) return undefined
    const { name, icon, chains, features } = registered
    const label = plainName(name)
    if (!label || !Array.isArray(chains) || !isRecord(features) || OWN_FEATURE in features) return undefined
    const own = chains.filter(isText).filter((chain) => chain.startsWith(PREFIX))
    const method: StandardWallet['method'] = (feature, part) => {
      const found = attempt(() => features[feature])
      const run = isRecord(found) ? attempt(() => found[part]) : undefined
      return typeof run === 'function' ? (run.bind(found) as FeatureMethod) : undefined
    }
    if (own.length === 0 || !method('standard:connect', 'connect')) return undefined
    const accounts = () => {
      const list = attempt(() => registered.accounts)
      return Array.isArray(list) ? list : []
    }
    return { name: label, icon: isIcon(icon) ? icon : undefined, chains: own, method, accounts }
  })
}

const isSame = (bytes: Uint8Array | undefined, key: ArrayLike<number>) =>
  bytes?.length === KEY_LENGTH && key.length === KEY_LENGTH && bytes.every((byte, at) => byte === key[at])

/** The accounts of Solana in a list of a wallet's; those whose address is not that of their key are left out. */
export function readStandardAccounts(list: unknown): StandardAccount[] {
  if (!Array.isArray(list)) return []
  return list.filter((account): account is StandardAccount => {
    const { address, publicKey, chains } = isRecord(account) ? account : {}
    if (!isText(address) || !Array.isArray(chains)) return false
    if (!chains.some((chain) => isText(chain) && chain.startsWith(PREFIX))) return false
    return (
      typeof publicKey === 'object' &&
      publicKey !== null &&
      'length' in publicKey &&
      isSame(decodeBase58(address), publicKey as ArrayLike<number>)
    )
  })
}
