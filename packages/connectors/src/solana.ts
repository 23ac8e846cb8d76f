export { type OwnWalletActions, registerOwnWallet } from './solana/registerOwnWallet.ts'
export { SOLANA, solanaNetworks, standardChainOf } from './solana/standardChains.ts'
export { watchSolanaWallets } from './solana/watchSolanaWallets.ts'
export { OWN_FEATURE } from './standard/readStandardWallet.ts'
