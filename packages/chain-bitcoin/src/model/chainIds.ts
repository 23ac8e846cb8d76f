/** Bitcoin's networks that this package knows. */
export type BitcoinChain = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** CAIP-2 ids: the namespace, and the first 32 digits of the first block's hash (the `bip122` profile of CAIP-2). */
export const BITCOIN_CHAIN_IDS: Readonly<Record<BitcoinChain, `bip122:${string}`>> = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

/**
 * The network that a CAIP-2 id names; `undefined` for any other id.
 *
 * @example bitcoinChainOf('bip122:000000000019d6689c085ae165831e93') // 'mainnet'
 */
export function bitcoinChainOf(caip2: string): BitcoinChain | undefined {
  const chains = Object.keys(BITCOIN_CHAIN_IDS) as BitcoinChain[]
  return chains.find((chain) => BITCOIN_CHAIN_IDS[chain] === caip2)
}
