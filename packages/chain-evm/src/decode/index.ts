export { isAddressText, parseAddress, sameAddress } from './address.ts'
export { isUnlimited, permit2Address } from './callAbi.ts'
export { decodeCall, flattenCalls, innerCalls } from './calldata.ts'
export {
  gasPriceOracle,
  l1FeeCalls,
  readL1Fee,
  readToken,
  tokenCalls,
  unsignedBytes,
} from './contractReads.ts'
export { MalformedRequestError, UnsafeRequestError } from './errors.ts'
export { findLookalike } from './lookalikes.ts'
export {
  doubtsOfSiwe,
  isHashSignedBy,
  isMessageSignedBy,
  loadRecovery,
  parseMessageRequest,
  refusalOfSiwe,
} from './message.ts'
export {
  nextBlocks,
  readSimulation,
  revertReasonOf,
  simulationParams,
  worseSimulation,
} from './simulation.ts'
export { isSignedAsShown, parseTransactionRequest } from './transaction.ts'
export { parseTypedDataRequest, treeOf } from './typedData.ts'
export { addressesIn, addressesInBytes, isGiveaway, purposeOf } from './typedDataPurpose.ts'
