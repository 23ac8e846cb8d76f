/** Sending coins and tokens from the modal, as an entry of its own: it is loaded with the view for it. */
export {
  fiatOf,
  heldUnits,
  isHeldKnown,
  mostUnits,
  priceOf,
  turnUnit,
  unitsOf,
  wholeUnits,
} from './amounts.ts'
export * from './errors.ts'
export { type ReadLink, readPaymentLink } from './paymentLink.ts'
export { type Recipient, type RecipientWarning, readRecipient, warningsOf } from './recipient.ts'
export { canSend } from './sendingOf.ts'
export {
  type CheckedTransfer,
  checkTransfer,
  contractOf,
  estimateTransferFee,
  reserveForTransfer,
  sendTransfer,
} from './sendTransfer.ts'
export { forgetTransfer, transfersOf } from './sentTransfers.ts'
export { clearTransferForm, tokenIdOf, transferFormOf } from './transferForm.ts'
