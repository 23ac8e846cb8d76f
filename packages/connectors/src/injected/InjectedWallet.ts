import type { Eip1193Provider } from '@latchkey/core/connector'

/** A wallet of this browser, as it was found on the page. What it says of itself is checked for form, not for truth. */
export type InjectedWallet = {
  /** Of the connector. */
  id: string
  name: string
  /** A `data:` URI; only ever shown by `<img>`. */
  icon?: string
  rdns?: string
  /** `ANNOUNCED` by EIP-6963, `INJECTED` when it was found at `window.ethereum`. */
  type: 'ANNOUNCED' | 'INJECTED'
  provider: ProviderCell
  /** Whether another wallet of this page gives itself the same id: then nobody can tell which one was used before. */
  isAmbiguous?: () => boolean
}

/** Old providers may lack events. */
export type PageProvider = Pick<Eip1193Provider, 'request'> &
  Partial<Pick<Eip1193Provider, 'on' | 'removeListener'>>

/** Holds the provider of one wallet, which the wallet may exchange for a new one. */
export type ProviderCell = {
  get(): PageProvider
  replace(provider: PageProvider): void
  /** Calls the listener after each exchange, with the provider that was there before; returns how to stop. */
  onReplace(listener: (before: PageProvider) => void): () => void
}

/**
 * Makes the holder of a provider.
 *
 * @example
 * injected({ id: 'mine', name: 'Mine', type: 'INJECTED', provider: providerCell(window.ethereum) })
 */
export function providerCell(provider: PageProvider): ProviderCell {
  let current = provider
  const listeners = new Set<(before: PageProvider) => void>()
  return {
    get: () => current,
    replace(next) {
      if (next === current) return
      const before = current
      current = next
      for (const listener of [...listeners]) listener(before)
    },
    onReplace(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Announcement = {
  uuid: string
  name: string
  rdns: string
  icon?: string
  provider: PageProvider
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const RDNS = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/i
const MAX_RDNS = 80
const MAX_NAME = 64
/** Controls, and what hides or reorders the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const ICON = /^data:image\/[a-z0-9.+-]{1,32}[;,]/i
const MAX_ICON = 100_000

/**
 * Reads the detail of an `eip6963:announceProvider` event. Every script of the page can send one, so each part must have
 * its form. An icon that has not is left out; a wallet without one can still be used.
 *
 * @returns undefined when it is no announcement of a wallet, also when reading it throws
 */
export function parseAnnouncement(detail: unknown): Announcement | undefined {
  try {
    return read(detail)
  } catch {
    return undefined
  }
}

function read(detail: unknown): Announcement | undefined {
  if (!isObject(detail)) return undefined
  const { info, provider } = detail
  if (!isObject(info) || !isProvider(provider)) return undefined
  // Each is read once: what a getter answers the second time may be another thing.
  const { uuid, name, rdns, icon } = info
  if (typeof uuid !== 'string' || !UUID_V4.test(uuid)) return undefined
  if (typeof rdns !== 'string' || rdns.length > MAX_RDNS || !RDNS.test(rdns)) return undefined
  const label = plainName(name)
  if (!label) return undefined
  return {
    uuid: uuid.toLowerCase(),
    name: label,
    rdns: rdns.toLowerCase(),
    ...(isIcon(icon) ? { icon } : {}),
    provider,
  }
}

/** A name of a wallet as plain text of at most 64 characters; undefined when it is anything else. */
export function plainName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const trimmed = name.trim()
  return trimmed === '' || trimmed.length > MAX_NAME || UNPRINTABLE.test(trimmed) ? undefined : trimmed
}

/** Whether a text is an image of at most 100 kB within a `data:` URI. */
export const isIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= MAX_ICON && ICON.test(icon)

function isProvider(value: unknown): value is PageProvider {
  return isObject(value) && ['request', 'on', 'removeListener'].every((name) => isFunction(value[name]))
}

const isFunction = (value: unknown) => typeof value === 'function'
const isObject = (value: unknown): value is Record<string, unknown> =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

/** What the flags of a provider say of it. */
type LegacyIdentity = { name: string; rdns?: readonly string[] }
export type LegacyWallet = LegacyIdentity & { provider: PageProvider }

/**
 * Flags by which providers say who they are, with the names that those wallets announce by EIP-6963. The first that is
 * set counts: nearly all of them set `isMetaMask` too, so it is last.
 */
const FLAGS: readonly (readonly [flag: string, name: string, ...rdns: string[]])[] = [
  ['isRabby', 'Rabby', 'io.rabby'],
  ['isBraveWallet', 'Brave Wallet', 'com.brave.wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet', 'com.coinbase.wallet'],
  ['isPhantom', 'Phantom', 'app.phantom'],
  ['isTrust', 'Trust Wallet', 'com.trustwallet.app'],
  ['isTrustWallet', 'Trust Wallet', 'com.trustwallet.app'],
  ['isOkxWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isOKExWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isBitKeep', 'Bitget Wallet', 'com.bitget.web3'],
  ['isRainbow', 'Rainbow', 'me.rainbow'],
  ['isZerion', 'Zerion', 'io.zerion.wallet'],
  ['isTokenPocket', 'TokenPocket', 'pro.tokenpocket'],
  ['isSafePal', 'SafePal', 'https.safepal', 'com.safepal.wallet'],
  ['isFrame', 'Frame', 'sh.frame'],
  ['isTally', 'Taho', 'xyz.taho', 'org.tally'],
  ['isEnkrypt', 'Enkrypt', 'com.enkrypt'],
  ['isExodus', 'Exodus', 'com.exodus.web3-wallet'],
  ['isBackpack', 'Backpack', 'app.backpack'],
  ['isCoin98', 'Coin98', 'coin98.com', 'com.coin98'],
  ['isMathWallet', 'MathWallet', 'org.mathwallet'],
  ['isImToken', 'imToken', 'im.token'],
  ['isOneInchIOSWallet', '1inch Wallet', 'io.1inch.wallet'],
  ['isOneInchAndroidWallet', '1inch Wallet', 'io.1inch.wallet'],
  ['isMetaMask', 'MetaMask', 'io.metamask', 'io.metamask.flask', 'io.metamask.mmi'],
]
const MOST_PROVIDERS = 20

/**
 * The wallets at `window.ethereum`: those of its `providers` list, else itself.
 *
 * @param page `window`; whatever of it throws is passed over
 */
export function findLegacyWallets(page: object): LegacyWallet[] {
  const ethereum = readProperty(page, 'ethereum')
  const listed = readProperty(ethereum, 'providers')
  const providers = Array.isArray(listed) ? listed.slice(0, MOST_PROVIDERS).filter(isRequester) : []
  const found = providers.length > 0 ? providers : [ethereum].filter(isRequester)
  return [...new Set(found)].map((provider) => ({ provider, ...identityOf(provider) }))
}

function identityOf(provider: object): LegacyIdentity {
  for (const [flag, name, ...rdns] of FLAGS) if (readProperty(provider, flag) === true) return { name, rdns }
  return { name: 'Browser wallet' }
}

const isRequester = (value: unknown): value is PageProvider =>
  typeof readProperty(value, 'request') === 'function'

/** A property of something on the page; undefined when there is none, or reading it throws. */
function readProperty(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}
