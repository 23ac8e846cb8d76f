import { normalizeText } from '@latchkey/service/directory'
import type { RawWallet } from './RawWallet.ts'

const ETHEREUM = 'eip155:1'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const EVM = [ETHEREUM]

/**
 * Widely used wallets, most used first. Their place here is their place in every list, and what an imported list does
 * not say of their networks is taken from here. A link that is not certain is left out.
 */
export const CURATED_WALLETS: readonly (RawWallet & { id: string; name: string })[] = [
  {
    id: 'io.metamask',
    name: 'MetaMask',
    rdns: 'io.metamask',
    mobile: ['metamask://'],
    homepage: 'https://metamask.io/',
    chains: EVM,
  },
  {
    id: 'com.trustwallet.app',
    name: 'Trust Wallet',
    rdns: 'com.trustwallet.app',
    mobile: ['trust://'],
    homepage: 'https://trustwallet.com/',
    chains: [ETHEREUM, SOLANA, BITCOIN],
  },
  {
    id: 'me.rainbow',
    name: 'Rainbow',
    rdns: 'me.rainbow',
    mobile: ['rainbow://'],
    homepage: 'https://rainbow.me/',
    chains: EVM,
  },
  {
    id: 'com.coinbase.wallet',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
    mobile: ['cbwallet://'],
    homepage: 'https://www.coinbase.com/wallet',
    chains: [ETHEREUM, SOLANA],
  },
  {
    id: 'io.rabby',
    name: 'Rabby',
    rdns: 'io.rabby',
    mobile: ['rabby://'],
    homepage: 'https://rabby.io/',
    chains: EVM,
  },
  {
    id: 'com.ledger',
    name: 'Ledger Live',
    mobile: ['ledgerlive://'],
    desktop: ['ledgerlive://'],
    homepage: 'https://www.ledger.com/',
    chains: [ETHEREUM, BITCOIN],
  },
  {
    id: 'io.zerion.wallet',
    name: 'Zerion',
    rdns: 'io.zerion.wallet',
    mobile: ['zerion://'],
    homepage: 'https://zerion.io/',
    chains: [ETHEREUM, SOLANA],
  },
  {
    id: 'app.phantom',
    name: 'Phantom',
    rdns: 'app.phantom',
    mobile: ['phantom://'],
    homepage: 'https://phantom.com/',
    chains: [ETHEREUM, SOLANA, BITCOIN],
  },
  {
    id: 'com.okex.wallet',
    name: 'OKX Wallet',
    rdns: 'com.okex.wallet',
    homepage: 'https://www.okx.com/',
    chains: [ETHEREUM, SOLANA, BITCOIN],
  },
  {
    id: 'com.bitget.web3',
    name: 'Bitget Wallet',
    rdns: 'com.bitget.web3',
    mobile: ['bitkeep://'],
    homepage: 'https://web3.bitget.com/',
    chains: [ETHEREUM, SOLANA, BITCOIN],
  },
  {
    id: 'org.uniswap.app',
    name: 'Uniswap Wallet',
    rdns: 'org.uniswap.app',
    mobile: ['uniswap://'],
    homepage: 'https://wallet.uniswap.org/',
    chains: EVM,
  },
  {
    id: 'im.token',
    name: 'imToken',
    mobile: ['imtokenv2://'],
    homepage: 'https://token.im/',
    chains: [ETHEREUM, BITCOIN],
  },
  {
    id: 'global.safe',
    name: 'Safe',
    webapp: 'https://app.safe.global/',
    homepage: 'https://safe.global/',
    chains: EVM,
  },
  {
    id: 'xyz.argent',
    name: 'Argent',
    mobile: ['argent://'],
    homepage: 'https://www.argent.xyz/',
    chains: EVM,
  },
  {
    id: 'com.brave.wallet',
    name: 'Brave Wallet',
    rdns: 'com.brave.wallet',
    homepage: 'https://brave.com/wallet/',
    chains: [ETHEREUM, SOLANA, BITCOIN],
  },
  {
    id: 'pro.tokenpocket',
    name: 'TokenPocket',
    mobile: ['tpoutside://'],
    homepage: 'https://www.tokenpocket.pro/',
  },
  { id: 'com.safepal', name: 'SafePal', homepage: 'https://www.safepal.com/' },
  { id: 'com.exodus', name: 'Exodus', homepage: 'https://www.exodus.com/' },
  { id: 'io.1inch', name: '1inch Wallet', mobile: ['oneinch://'], homepage: 'https://1inch.io/wallet/' },
  {
    id: 'app.backpack',
    name: 'Backpack',
    rdns: 'app.backpack',
    homepage: 'https://backpack.app/',
    chains: [ETHEREUM, SOLANA],
  },
  { id: 'com.enkrypt', name: 'Enkrypt', rdns: 'com.enkrypt', homepage: 'https://www.enkrypt.com/' },
  { id: 'sh.frame', name: 'Frame', rdns: 'sh.frame', homepage: 'https://frame.sh/', chains: EVM },
  { id: 'xyz.taho', name: 'Taho', rdns: 'xyz.taho', homepage: 'https://taho.xyz/', chains: EVM },
  { id: 'xyz.talisman', name: 'Talisman', rdns: 'xyz.talisman', homepage: 'https://talisman.xyz/' },
  { id: 'app.core.extension', name: 'Core', rdns: 'app.core.extension', homepage: 'https://core.app/' },
  {
    id: 'com.roninchain.wallet',
    name: 'Ronin Wallet',
    rdns: 'com.roninchain.wallet',
    homepage: 'https://wallet.roninchain.com/',
  },
  { id: 'com.zengo', name: 'Zengo', homepage: 'https://zengo.com/' },
  { id: 'com.coin98', name: 'Coin98', mobile: ['coin98://'], homepage: 'https://coin98.com/' },
  {
    id: 'org.mathwallet',
    name: 'MathWallet',
    mobile: ['mathwallet://'],
    homepage: 'https://mathwallet.org/',
  },
]

const byRdns = new Map(
  CURATED_WALLETS.flatMap((wallet, index) => (wallet.rdns ? [[wallet.rdns, index]] : [])),
)
const byName = new Map(CURATED_WALLETS.map((wallet, index) => [normalizeText(wallet.name), index]))

/**
 * The place of a wallet in the curated list, by rdns and else by name; `undefined` if it has none. A wallet that bears
 * the name of another one's rdns does not take its place.
 */
export function curatedPlace(wallet: { name: string; rdns?: string | undefined }): number | undefined {
  const place = wallet.rdns === undefined ? undefined : byRdns.get(wallet.rdns)
  if (place !== undefined) return place
  const named = byName.get(normalizeText(wallet.name))
  const owner = named === undefined ? undefined : CURATED_WALLETS[named]?.rdns
  return wallet.rdns !== undefined && owner !== undefined ? undefined : named
}
