/** For back ends: whether an account of Bitcoin has signed a text. */
export { bitcoinChainOf } from '../model/chainIds.ts'
export { findBitcoinProof } from './message/verifyMessage.ts'
