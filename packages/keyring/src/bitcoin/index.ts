export { type BitcoinKey, deriveBitcoinKeys, ORDINAL_PATH, PAYMENT_PATH } from './account.ts'
