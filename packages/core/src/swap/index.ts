/** Swapping tokens from the modal, as an entry of its own: it is loaded with the view for it. */
export { minimumOf } from './agreed.ts'
export * from './errors.ts'
export {
  estimateSwapFee,
  fetchSwapQuote,
  isWorse,
  rateOf,
  reserveForSwap,
} from './fetchSwapQuote.ts'
export { type AgreedSwap, isOneRequest, needsApproval, type SentSwap, sendSwap } from './sendSwap.ts'
export { clearSwapForm, flipSides, SWAP_TOLERANCE, swapFormOf } from './swapForm.ts'
export { canSwap, fetchSwapTokens, SWAP_NETWORKS, withBalances, withPrice } from './swapTokens.ts'
