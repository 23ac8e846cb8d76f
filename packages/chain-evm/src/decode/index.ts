export { type Call, type DecodedCall, decodeCall, flattenCalls, innerCalls } from './calldata.ts'
export type {
  Described,
  DescribedField,
  DescribedToken,
  DescribedValue,
  SentencePart,
} from './clearSigning/Described.ts'
export { MalformedRequestError, UnsafeRequestError } from './errors.ts'
export { formatAmount } from './formatAmount.ts'
export { isGiveaway } from './giveaway.ts'
export { hashText } from './hashText.ts'
export { gasPriceOracle, type L1Fee, l1FeeCalls, readL1Fee, unsignedBytes } from './l1Fee.ts'
export { findLookalike } from './lookalike.ts'
export { type MessageRequest, parseMessageRequest } from './message.ts'
export { isAddressText, parseAddress, sameAddress } from './parseAddress.ts'
export type { Permission } from './permissions.ts'
export { isHashSignedBy, isMessageSignedBy, loadRecovery } from './signedMessage.ts'
export { isSignedAsShown, type ShownTransaction } from './signedTransaction.ts'
export {
  type BalanceChange,
  readSimulation,
  revertReasonOf,
  type Simulation,
  simulationParams,
} from './simulation.ts'
export {
  doubtsOfSiwe,
  refusalOfSiwe,
  type SiweContext,
  type SiweDoubt,
  type SiweMessage,
} from './siwe.ts'
export { readToken, type TokenInfo, tokenCalls } from './tokenReads.ts'
export { parseTransactionRequest, type TransactionRequest } from './transactionRequest.ts'
export { parseTypedDataRequest, type TypedDataRequest, type TypedDomain } from './typedData.ts'
export {
  type Allowance,
  isUnlimited,
  permit2Address,
  purposeOf,
  type TypedPurpose,
} from './typedDataPurpose.ts'
export { type TypedNode, treeOf } from './typedDataTree.ts'
export type { TypedValue } from './typedDataValue.ts'
