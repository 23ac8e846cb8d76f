import type { PageProvider } from './InjectedWallet.ts'

/** What the flags of a provider say of it. */
export type LegacyIdentity = { name: string; rdns?: readonly string[] }
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
