export { type Call, type DecodedCall, decodeCall, flattenCalls, innerCalls } from './calldata.ts'
export type {
  Described,
  DescribedField,
  DescribedToken,
  DescribedValue,
  SentencePart,
} from './Described.ts'
export { MalformedRequestError, UnsafeRequestError } from './errors.ts'
export { isGiveaway } from './giveaway.ts'
export { gasPriceOracle, type L1Fee, l1FeeCalls, readL1Fee, unsignedBytes } from './l1Fee.ts'
export {
  hashText,
  isHashSignedBy,
  isMessageSignedBy,
  loadRecovery,
  type MessageRequest,
  parseMessageRequest,
} from './message.ts'
export { findLookalike, isAddressText, parseAddress, sameAddress } from './parseAddress.ts'
export type { Permission } from './permissions.ts'
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
export { formatAmount, readToken, type TokenInfo, tokenCalls } from './tokenReads.ts'
export { parseTransactionRequest, type TransactionRequest } from './transactionRequest.ts'
export {
  parseTypedDataRequest,
  type TypedDataRequest,
  type TypedDomain,
  type TypedNode,
  treeOf,
} from './typedData.ts'
export {
  type Allowance,
  isUnlimited,
  permit2Address,
  purposeOf,
  type TypedPurpose,
} from './typedDataPurpose.ts'
export type { TypedValue } from './typedDataTypes.ts'
