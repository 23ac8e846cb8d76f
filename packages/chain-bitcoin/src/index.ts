export { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet, bitcoinTestnet4 } from './host/networks.ts'
export { SATOSHIS_PER_BITCOIN, toBitcoin, toSatoshis } from './model/amounts.ts'
export { BITCOIN_CHAIN_IDS, type BitcoinChain, bitcoinChainOf } from './model/chainIds.ts'
export * from './model/errors.ts'
