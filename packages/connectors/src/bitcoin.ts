export { watchBitcoinWallets } from './bitcoin/watchBitcoinWallets.ts'
